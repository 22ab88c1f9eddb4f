"""croupier runs the table for hosts of online reality games: spreadsheets in, rounds resolved, a website out.

Must not import anything: every part is loaded where it is needed.
"""
