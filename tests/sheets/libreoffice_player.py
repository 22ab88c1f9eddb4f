"""Plays a player in LibreOffice: opens a workbook, paints and types by LibreOffice's own scripting, saves it. Runs under LibreOffice's Python.

Must not import anything but uno: the Python that has it has nothing of croupier.
"""

import json
import subprocess
import sys
import time
import uuid

import uno  # type: ignore[import-not-found]
from com.sun.star.beans import PropertyValue  # type: ignore[import-not-found]
from com.sun.star.connection import NoConnectException  # type: ignore[import-not-found]


def _connected(name):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(240):
        try:
            return resolver.resolve(f"uno:pipe,name={name};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.25)
    raise SystemExit("LibreOffice did not answer")


def main():
    """Arguments: soffice, profile folder, file, JSON list of [tab, cell, colour or null, text or null]."""
    soffice, profile, path, strokes = sys.argv[1:]
    name = f"croupier{uuid.uuid4().hex}"
    office = subprocess.Popen(
        [soffice, "--headless", "--norestore", "--nologo", f"-env:UserInstallation=file://{profile}", f"--accept=pipe,name={name};urp;"]
    )
    try:
        context = _connected(name)
        desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        url = uno.systemPathToFileUrl(path)
        book = desktop.loadComponentFromURL(url, "_blank", 0, (PropertyValue("Hidden", 0, True, 0),))
        for tab, place, colour, text in json.loads(strokes):
            cell = book.Sheets.getByName(tab).getCellRangeByName(place)
            if colour is not None:
                cell.CellBackColor = int(colour, 16)
            if text is not None:
                cell.String = text
        book.storeToURL(url, (PropertyValue("FilterName", 0, "Calc MS Excel 2007 XML", 0),))
        book.close(True)
        desktop.terminate()
    finally:
        office.wait(60)


main()
