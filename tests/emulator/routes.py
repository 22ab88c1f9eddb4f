"""Which function answers which method, and what a reply holds when its request names no fields.

Must not do the work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator import drive, sheets
from emulator.call import Call
from emulator.jsons import Json

Handler = Callable[[Call], Json | None]
HANDLERS: dict[str, Handler] = {
    "sheets.spreadsheets.create": sheets.create,
    "sheets.spreadsheets.get": sheets.get,
    "sheets.spreadsheets.getByDataFilter": sheets.get_by_data_filter,
    "sheets.spreadsheets.batchUpdate": sheets.batch_update,
    "sheets.spreadsheets.developerMetadata.get": sheets.metadata_get,
    "sheets.spreadsheets.developerMetadata.search": sheets.metadata_search,
    "sheets.spreadsheets.sheets.copyTo": sheets.copy_to,
    "sheets.spreadsheets.values.get": sheets.values_get,
    "sheets.spreadsheets.values.batchGet": sheets.values_batch_get,
    "sheets.spreadsheets.values.batchGetByDataFilter": sheets.values_batch_get_by_data_filter,
    "sheets.spreadsheets.values.update": sheets.values_update,
    "sheets.spreadsheets.values.batchUpdate": sheets.values_batch_update,
    "sheets.spreadsheets.values.batchUpdateByDataFilter": sheets.values_batch_update_by_data_filter,
    "sheets.spreadsheets.values.clear": sheets.values_clear,
    "sheets.spreadsheets.values.batchClear": sheets.values_batch_clear,
    "drive.about.get": drive.about_get,
    "drive.comments.list": drive.comments_list,
    "drive.files.copy": drive.files_copy,
    "drive.files.create": drive.files_create,
    "drive.files.delete": drive.files_delete,
    "drive.files.get": drive.files_get,
    "drive.files.list": drive.files_list,
    "drive.files.update": drive.files_update,
    "drive.permissions.create": drive.permissions_create,
    "drive.permissions.delete": drive.permissions_delete,
    "drive.permissions.get": drive.permissions_get,
    "drive.permissions.list": drive.permissions_list,
    "drive.permissions.update": drive.permissions_update,
}
_FILE = "kind,id,name,mimeType"
_PERMISSION = "kind,id,type,role,allowFileDiscovery"
DEFAULT_FIELDS: Mapping[str, str] = {
    "drive.files.copy": _FILE,
    "drive.files.create": _FILE,
    "drive.files.get": _FILE,
    "drive.files.update": _FILE,
    "drive.files.list": f"kind,nextPageToken,incompleteSearch,files({_FILE})",
    "drive.permissions.create": _PERMISSION,
    "drive.permissions.get": _PERMISSION,
    "drive.permissions.update": _PERMISSION,
    "drive.permissions.list": f"kind,nextPageToken,permissions({_PERMISSION})",
}
"""What Drive sends unless told otherwise; Sheets sends everything."""
