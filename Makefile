# One-word commands. The first one you run sets up .venv; later ones skip that.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help test bench lint lab format clean

help:
	@echo "make test    run every test"
	@echo "make lint    style and types"
	@echo "make bench   time mlcore against scikit-learn"
	@echo "make lab     open JupyterLab on the notebooks"
	@echo "make format  let ruff lay out the code"
	@echo "make clean   remove .venv and caches"

.venv.stamp: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "mlcore needs Python 3.11 or newer; name one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
