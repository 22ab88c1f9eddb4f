# make demo   a whole match by bots, through real workbooks, into a site
# make test   everything that is checked before a change lands
# make soak   the same sweeps, longer
# make bench  ratios against others, in one run
# make sheets-emulator  Google Sheets and Drive as far as croupier needs them, on loopback, for trying scripts out
# Paths are relative throughout, so that a folder with blanks in its path works.

PYTHON ?= python3
VENV_PYTHON = .venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: demo test soak bench sheets-emulator format clean

.venv/.runtime: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(VENV_PYTHON) -m pip install --quiet -c constraints.txt -e .
	touch .venv/.runtime

.venv/.test: .venv/.runtime
	$(VENV_PYTHON) -m pip install --quiet -c constraints.txt -e '.[test]'
	touch .venv/.test

demo: .venv/.runtime
	$(VENV_PYTHON) -m croupier demo --folder demo

test: .venv/.test
	$(VENV_PYTHON) -m ruff format --check src tests bench
	$(VENV_PYTHON) -m ruff check src tests bench
	$(VENV_PYTHON) -m mypy
	$(VENV_PYTHON) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'
	$(VENV_PYTHON) -m pytest -n 2 --dist loadfile

soak: .venv/.test
	CROUPIER_ROUNDS=10000 $(VENV_PYTHON) -m pytest -n 2 -m slow

bench: .venv/.test
	$(VENV_PYTHON) bench/pathfinding.py
	$(VENV_PYTHON) bench/phases.py
	PYTHONPATH=tests $(VENV_PYTHON) bench/on_google.py
	$(VENV_PYTHON) bench/words.py
	$(VENV_PYTHON) bench/site.py

sheets-emulator: .venv/.test
	PYTHONPATH=tests $(VENV_PYTHON) -m emulator

format: .venv/.test
	$(VENV_PYTHON) -m ruff check --fix src tests bench
	$(VENV_PYTHON) -m ruff format src tests bench

clean:
	rm -rf .venv build demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
