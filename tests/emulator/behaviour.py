"""What is believed of Google and was never checked, each as a switch: croupier has to work either way.

Must not hold anything that the reference marks as seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Behaviour:
    """One field for each unchecked fact; the defaults are what is believed.

    `names_in_response_ranges`: a batchUpdate takes named ranges in responseRanges; else 400 "Unable to parse range".
    `grid_in_response`: a batchUpdate's reply holds cells; else it holds the spreadsheet without any.
    `links_blocked`: protected ranges hold back those who only have the link.
    `structure_blocked`: a protected tab cannot be renamed, deleted or given rows by those who may not edit it.
    `ranges_limit_marks`: with ranges, merges, protections, bands, tables and conditional formats that lie outside of them are left out.
    `tables_as_bands`: tables stand among the banded ranges, without a bandedRangeId, unless excludeTablesInBandedRanges is sent.
    `bands_shown`: alternating colours and tables show in effectiveFormat.
    `theme_with_plain`: a cell painted in a theme's colour has backgroundColor beside the style.
    `plain_cells_have_format`: cells in the default format carry an effectiveFormat.
    `anyone_id`: the id of the permission of everyone with the link.
    `guards_copied`: copying a tab into another spreadsheet takes its protected ranges along.
    `sends_retry_after`: a 429 that the quota clock gives carries Retry-After.
    `storage_refusal`: what a service account hears from spreadsheets.create.
    """

    names_in_response_ranges: bool = True
    grid_in_response: bool = True
    links_blocked: bool = True
    structure_blocked: bool = True
    ranges_limit_marks: bool = True
    tables_as_bands: bool = True
    bands_shown: bool = True
    theme_with_plain: bool = True
    plain_cells_have_format: bool = True
    anyone_id: str = "anyoneWithLink"
    guards_copied: bool = False
    sends_retry_after: bool = False
    storage_refusal: Literal["permission", "storage"] = "permission"
