# One-word commands. Each one installs what it needs, once, into the environment of its interpreter.
#
#   make test                      Python 3 as it is found, in .venv
#   make PYTHON=python3.12 test    another one, in .venv-3.12 beside it
#   make LOCKED=1 test             exactly the versions of uv.lock
#   make UV= test                  by pip, although uv is there
#   make CLASS=decisions grade     another unit of this course; CLASS= takes all of them
PYTHON ?= python3
CLASS ?= bayes_rule knn
ifeq ($(origin UV),undefined)
UV := $(shell uv --version > /dev/null 2>&1 && echo uv)
endif
ifeq ($(origin PYTHON),file)
VENV := .venv
else
VENV := .venv-$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2> /dev/null)
endif
BIN := $(VENV)/bin
WITH := $(VENV)/.$(if $(LOCKED),locked-)
# The sandbox lets no process keep bytecode, so what is not compiled now would be compiled for every class.
export UV_COMPILE_BYTECODE := 1
COMPILE = $(BIN)/python -m compileall -q mlcore nbjudge selfcheck

DEMOS := $(wildcard solutions/demos/*.py)
UNITS := $(wildcard solutions/*.py)

.NOTPARALLEL:
.PHONY: help grade test test-levels attacks test-oldest bench faults differences fuzz lint format lab docs handouts browser pictures notebooks figures rooms wheel lock clean

help:
	@echo "make grade        make up a class of this course and grade it: gradebook, feedback pages, reports"
	@echo "make test         run every test"
	@echo "make test-levels  test the sandbox once more, on machines that give less protection"
	@echo "make attacks      grade everything hostile ten times, in other orders, by one worker and by two"
	@echo "make test-oldest  run every test on the oldest versions that pyproject.toml allows"
	@echo "make lint         check style and types"
	@echo "make format       lay out the code as lint wants it"
	@echo "make bench        time mlcore against scikit-learn and the grader against its peers"
	@echo "make faults       count what grading a small notebook costs, and say if it is more than was kept"
	@echo "make differences  hunt for differences from scikit-learn for an hour; MINUTES=5 for less"
	@echo "make fuzz         hunt for an hour for bytes that the judge's readers do not survive; MINUTES=5 for less"
	@echo "make lab          open the course as a student does, in ~/mlcore-course; FOLDER=... for another folder"
	@echo "make docs         build the site into build/site; EDITION=students leaves the solutions out"
	@echo "make handouts     print the site's units and demonstrations as PDF into build/handouts: needs Chromium"
	@echo "make browser      try the course in a real browser, as a student: needs Chromium"
	@echo "make pictures     take the pictures of the README anew, of what make grade has made"
	@echo "make notebooks    build the notebooks from their text in solutions/, and the students' from those"
	@echo "make figures      draw the lectures' figures anew into docs/figures"
	@echo "make rooms        list the rooms and their modules in CONTRIBUTING.md, draw who imports from whom"
	@echo "make wheel        build the wheel and try it alone in empty environments"
	@echo "make lock         renew uv.lock: the newest versions that pyproject.toml allows"
	@echo "make clean        remove the environments and every cache"

# An environment, and in it a stamp for each extra of pyproject.toml that is installed: removing the folder is
# enough to start anew. A stamp of LOCKED=1 is another one, for it promises more.
$(VENV)/.python:
	@if $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; then \
		$(if $(UV),uv venv --quiet --seed --allow-existing --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')",$(PYTHON) -m venv) $(VENV) \
			|| { echo "This Python makes no environments. On Debian and Ubuntu: apt install python3-venv"; exit 1; }; \
	elif [ "$(UV) $(VENV)" = "uv .venv" ]; then uv venv --quiet --seed --allow-existing --python '>=3.11' $(VENV); \
	else echo "mlcore needs Python 3.11 or newer. Name one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; fi
	@touch $@

$(VENV)/.%: pyproject.toml | $(VENV)/.python
	$(if $(UV),uv pip install --quiet --python $(BIN)/python,\
	$(BIN)/python -m pip install --quiet --disable-pip-version-check) --editable '.[$*]'
	@$(COMPILE)
	@touch $@

$(VENV)/.locked-%: pyproject.toml uv.lock | $(VENV)/.python
	@$(if $(UV),,echo "LOCKED=1 needs uv. $(GET_UV)"; exit 1)
	UV_PROJECT_ENVIRONMENT=$(VENV) uv sync --quiet --locked --inexact --python $(BIN)/python --extra $*
	@$(COMPILE)
	@touch $@

# An environment in which every command runs.
$(VENV)/ready: $(WITH)test
	@touch $@

GET_UV := Get it by: pip install uv, or see https://docs.astral.sh/uv/getting-started/installation/

grade: $(WITH)grader $(WITH)authoring
	$(BIN)/selfcheck simulate $(CLASS) --to examples/class
	$(BIN)/nbjudge grade --course examples/class $(if $(WORKERS),--workers $(WORKERS))

test: $(WITH)test
	$(BIN)/python -m pytest -n auto --dist loadgroup
	$(BIN)/python -m pytest -n auto --dist loadscope --nbval --nbval-current-env --nbval-cell-timeout 120 notebooks/demos $(wildcard solutions/*/*.ipynb)

# What `make test` has tried at the best level of this machine, at the others: tools/bare.py takes away what makes them.
# Each run says at its end how many tests ran at which level, and names what a level cannot do.
SANDBOX := tests/nbjudge/sandbox tests/nbjudge/inside/test_seccomp.py tests/nbjudge/inside/test_landlock.py
COMMANDS := tests/nbjudge/commands/test_cli.py tests/nbjudge/drop_in tests/nbjudge/execution/test_executor.py
WHOLE := tests/nbjudge/grading/test_steps.py tests/nbjudge/classroom/test_faults.py tests/test_course_graded.py
BARE := $(BIN)/python tools/bare.py
PYTEST := $(BIN)/python -m pytest -q -n auto --dist loadgroup -p no:cacheprovider -k "not stock_nbgrader"

test-levels: $(WITH)test
ifeq ($(shell id -u),0)
	$(if $(shell command -v bwrap),$(BARE) --no-system-bwrap $(PYTEST) $(SANDBOX) $(COMMANDS))
	$(BARE) --no-bwrap $(PYTEST) $(SANDBOX) $(COMMANDS) $(WHOLE)
	$(BARE) --container $(PYTEST) $(COMMANDS)
	$(BARE) --user 61000 $(PYTEST) $(COMMANDS)
	$(BARE) --no-bwrap --user 61000 $(PYTEST) $(COMMANDS)
else
	$(BARE) --no-namespaces $(PYTEST) $(SANDBOX) $(COMMANDS) $(WHOLE)
endif

# What stays behind is counted after each of the ten: processes, files, objects of the system. Most of an hour.
attacks: $(WITH)test
	$(BIN)/python -m pytest -n 0 -s -m whole tests/nbjudge/attacks/test_ten_times.py

test-oldest: .venv-oldest/.test
	$(MAKE) VENV=.venv-oldest LOCKED= test

# The oldest versions of what we name, on the oldest Python: what they name themselves is as new as it may be.
.venv-oldest/.test: pyproject.toml
	@$(if $(UV),,echo "make test-oldest needs uv. $(GET_UV)"; exit 1)
	uv venv --quiet --clear --python 3.11 .venv-oldest
	uv pip install --quiet --python .venv-oldest/bin/python --resolution lowest-direct --editable '.[test]'
	@touch .venv-oldest/.python $@

bench: $(WITH)test .venv-otter/.ready .venv-copydetect/.ready .venv-anchors/.ready
	$(BIN)/python -m benchmarks $(if $(QUICK),--quick)
	.venv-anchors/bin/python -m benchmarks.anchors $(if $(QUICK),--quick,--write)
	$(BIN)/python -m benchmarks.grading $(if $(QUICK),--quick,--write)
	$(BIN)/python -m benchmarks.grading.units $(if $(QUICK),03_bernoulli_nb --students 4,--stock-students 8 --write)
	$(BIN)/selfcheck simulate bayes_rule knn multinomial_nb --students $(if $(QUICK),12,60) --seed 7 --to build/class
	$(BIN)/python -m benchmarks.made_up_class.similar build/class $(if $(QUICK),,--write)
	$(if $(QUICK),,$(BIN)/python -m benchmarks.shortfalls)

faults: $(WITH)test
	$(BIN)/python -m benchmarks.grading.faults

# A seed draws the same case again; it is printed with what it found.
differences: $(WITH)test
	nice $(BIN)/python -m benchmarks.differences --minutes $(or $(MINUTES),60) --seed $(or $(SEED),0)

# Coverage-guided: what reaches new lines is kept in tests/data/hostile_bytes, which `make test` reads again.
fuzz: .venv-fuzz/.ready
	nice .venv-fuzz/bin/python tools/fuzz.py --minutes $(or $(MINUTES),60)

.venv-fuzz/.ready: pyproject.toml
	$(if $(UV),uv venv --quiet --allow-existing --python $(PYTHON),$(PYTHON) -m venv) .venv-fuzz
	$(if $(UV),uv pip install --quiet --python .venv-fuzz/bin/python,\
	.venv-fuzz/bin/python -m pip install --quiet --disable-pip-version-check) 'atheris>=3,<4' 'pandas>=3.0,<4' --editable '.[grader]'
	@touch $@

# otter-grader wants other versions of the same libraries, so it gets an environment of its own, with what the
# notebooks import.
.venv-otter/.ready: pyproject.toml
	$(if $(UV),uv venv --quiet --allow-existing --python $(PYTHON),$(PYTHON) -m venv) .venv-otter
	$(if $(UV),uv pip install --quiet --python .venv-otter/bin/python,\
	.venv-otter/bin/python -m pip install --quiet --disable-pip-version-check) 'otter-grader[grading]>=7,<8' --editable '.[plot]'
	@touch $@

# So does copydetect, which looks for similar work.
.venv-copydetect/.ready:
	$(if $(UV),uv venv --quiet --allow-existing --python $(PYTHON),$(PYTHON) -m venv) .venv-copydetect
	$(if $(UV),uv pip install --quiet --python .venv-copydetect/bin/python,\
	.venv-copydetect/bin/python -m pip install --quiet --disable-pip-version-check) 'copydetect>=0.5,<0.6'
	@touch $@

# So do the libraries that search for neighbours in C++: nobody else needs them.
.venv-anchors/.ready: pyproject.toml
	$(if $(UV),uv venv --quiet --allow-existing --python $(PYTHON),$(PYTHON) -m venv) .venv-anchors
	$(if $(UV),uv pip install --quiet --python .venv-anchors/bin/python,\
	.venv-anchors/bin/python -m pip install --quiet --disable-pip-version-check) \
		--editable . 'faiss-cpu>=1.12,<2' 'pynanoflann>=0.10,<0.11'
	@touch $@

lint: $(WITH)lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/vulture

format: $(WITH)lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# A student's environment holds what a student needs, and no tool bar of a teacher's.
lab: $(VENV)-lab/.ready
	$(VENV)-lab/bin/mlcore lab $(FOLDER)

# An environment that holds one extra and nothing else: .venv-lab, .venv-docs, .venv-browser.
$(VENV)-lab/.ready $(VENV)-docs/.ready $(VENV)-browser/.ready: $(VENV)-%/.ready: pyproject.toml
	$(MAKE) --no-print-directory VENV=$(VENV)-$* $(VENV)-$*/.$(if $(LOCKED),locked-)$*
	@touch $@

notebooks: $(WITH)authoring $(WITH)demos
	$(BIN)/python tools/student_errata.py
	$(BIN)/selfcheck build $(DEMOS) --to notebooks/demos
	$(BIN)/selfcheck build solutions/start/START_HERE.py --to notebooks
	$(BIN)/selfcheck build $(UNITS)
	$(BIN)/selfcheck release $(foreach unit,$(UNITS),$(basename $(unit))/$(notdir $(basename $(unit))).ipynb) --to notebooks

figures: $(WITH)demos
	$(BIN)/python -m mlcore.demos all --to docs/figures

rooms: $(WITH)lint
	$(BIN)/python tools/draw_rooms.py

docs: $(VENV)-docs/.ready
	$(VENV)-docs/bin/python tools/build_site.py $(if $(EDITION),--edition $(EDITION))

handouts: docs $(VENV)-browser/.ready
	$(VENV)-browser/bin/python tools/print_handouts.py build/site build/handouts

# Debian's Chromium, or CHROMIUM=/path/to/another; without one the tests say so and are skipped.
browser: $(VENV)-browser/.ready
	$(VENV)-browser/bin/python -m pytest -p no:cacheprovider tests/browser

pictures: $(VENV)-browser/.ready
	$(VENV)-browser/bin/python tools/take_pictures.py examples/class docs

wheel: $(VENV)/.python
	$(BIN)/python tools/try_wheel.py $(if $(UV),--uv)

lock:
	@$(if $(UV),,echo "make lock needs uv. $(GET_UV)"; exit 1)
	uv lock --upgrade

clean:
	rm -rf .venv .venv-* build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
