"""The dealer's trade, whatever the game: what a game is, draws, forms, journal, calendar, problems.

Must not import anything of croupier outside itself, nor anything but the standard library.
"""
