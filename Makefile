# One-word commands. The first one you run sets up .venv; later ones skip that.
PYTHON ?= python3
BIN := .venv/bin

DEMOS := $(wildcard solutions/demos/*.py)
UNITS := $(wildcard solutions/*.py)

.PHONY: help grade test test-levels bench lint format lab notebooks figures wheel clean

help:
	@echo "make grade      grade the bundled class: gradebook, feedback pages, a page of summary"
	@echo "make test       run every test"
	@echo "make test-levels  test the sandbox and the command line once more, on machines that give less protection"
	@echo "make lint       check style and types"
	@echo "make format     lay out the code as lint wants it"
	@echo "make bench      time mlcore against scikit-learn and the grader against its peers"
	@echo "make lab        open JupyterLab on the notebooks"
	@echo "make notebooks  build the notebooks from their text in solutions/, and the students' from those"
	@echo "make figures    draw the lectures' figures anew into docs/figures"
	@echo "make wheel      build the wheel and try it alone in an empty environment"
	@echo "make clean      remove .venv and every cache"

# The stamp lies inside .venv, so that removing the folder is enough to start anew.
.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "mlcore needs Python 3.11 or newer. Name one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

grade: .venv/ready
	$(BIN)/nbjudge grade --course examples/course $(if $(WORKERS),--workers $(WORKERS))

test: .venv/ready
	$(BIN)/python -m pytest -n auto --dist loadgroup
	$(BIN)/python -m pytest -n auto --dist loadscope --nbval --nbval-current-env --nbval-cell-timeout 120 notebooks/demos $(wildcard solutions/*/*.ipynb)

# What `make test` has tried at the best level of this machine, at the others: tools/bare.py takes away what makes them.
# Each run says at its end how many tests ran at which level, and names what a level cannot do.
SANDBOX := tests/nbjudge/sandbox tests/nbjudge/inside/test_seccomp.py tests/nbjudge/inside/test_landlock.py
COMMANDS := tests/nbjudge/commands/test_cli.py tests/nbjudge/drop_in tests/nbjudge/execution/test_executor.py
WHOLE := tests/nbjudge/grading/test_steps.py tests/nbjudge/classroom/test_faults.py tests/test_course_graded.py
BARE := $(BIN)/python tools/bare.py
PYTEST := $(BIN)/python -m pytest -q -n auto --dist loadgroup -p no:cacheprovider -k "not stock_nbgrader"

test-levels: .venv/ready
ifeq ($(shell id -u),0)
	$(if $(shell command -v bwrap),$(BARE) --no-system-bwrap $(PYTEST) $(SANDBOX) $(COMMANDS))
	$(BARE) --no-bwrap $(PYTEST) $(SANDBOX) $(COMMANDS) $(WHOLE)
	$(BARE) --container $(PYTEST) $(COMMANDS)
	$(BARE) --user 61000 $(PYTEST) $(COMMANDS)
	$(BARE) --no-bwrap --user 61000 $(PYTEST) $(COMMANDS)
else
	$(BARE) --no-namespaces $(PYTEST) $(SANDBOX) $(COMMANDS) $(WHOLE)
endif

bench: .venv/ready .venv-otter/ready
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.grading --write

# otter-grader wants other versions of the same libraries, so it gets an environment of its own.
.venv-otter/ready:
	$(PYTHON) -m venv .venv-otter
	.venv-otter/bin/python -m pip install --quiet --disable-pip-version-check 'otter-grader[grading]>=7,<8'
	@touch $@

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lab: .venv/ready
	$(BIN)/jupyter lab --notebook-dir notebooks $(if $(filter 0,$(shell id -u)),--allow-root)

notebooks: .venv/ready
	$(BIN)/selfcheck build $(DEMOS) --to notebooks/demos
	$(BIN)/selfcheck build $(UNITS)
	$(BIN)/selfcheck release $(foreach unit,$(UNITS),$(basename $(unit))/$(notdir $(basename $(unit))).ipynb) --to notebooks

figures: .venv/ready
	$(BIN)/python -m mlcore.demos all --to docs/figures

wheel: .venv/ready
	$(BIN)/python tools/try_wheel.py

clean:
	rm -rf .venv .venv-otter build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
