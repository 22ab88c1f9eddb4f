"""Keeps the seats' workbooks in Google Sheets, behind the same seam as files.

Must not be imported where no Google is asked for: it brings in gspread and google-auth.
"""
