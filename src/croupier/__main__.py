"""Lets `python -m croupier` be the `croupier` command.

Must not hold anything else.
"""

from croupier.cli import main

main()
