# Two commands do all: `make demo` plays a first tournament, `make test` tries everything.
# Both set up what they need in $(VENV). Another interpreter: make test PYTHON=python3.13 VENV=.venv313

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
PLUGINS = boardgames search rummy hearthstone learning
EDITABLE = $(foreach plugin,$(PLUGINS),-e plugins/$(plugin))
PROJECTS = pyproject.toml $(foreach plugin,$(PLUGINS),plugins/$(plugin)/pyproject.toml)
SOURCES = framework leaderboards migrations tests plugins benchmarks docs examples experiments

.PHONY: demo test test-slow soak lint types layers pytest bench clean

demo: $(VENV)/.installed
	$(BIN)/palaestra run examples/quickstart.toml --db quickstart.db

test: lint types layers pytest

lint: $(VENV)/.installed-test
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)

types: $(VENV)/.installed-test
	$(BIN)/mypy
	$(BIN)/mypy $(foreach plugin,$(PLUGINS),-p palaestra_$(plugin))

layers: $(VENV)/.installed-test
	$(BIN)/lint-imports

pytest: $(VENV)/.installed-test
	$(BIN)/pytest -m "not slow" tests $(foreach plugin,$(PLUGINS),plugins/$(plugin)/tests)

test-slow: $(VENV)/.installed-test
	$(BIN)/pytest -m slow --timeout 3600 tests $(foreach plugin,$(PLUGINS),plugins/$(plugin)/tests)

soak: $(VENV)/.installed-test
	$(BIN)/python -m tests.framework.soak.soak --games 2000 --kills 3

bench: $(VENV)/.installed-bench
	$(BIN)/python benchmarks/run_all.py

clean:
	rm -rf $(VENV) quickstart.db quickstart.db-wal quickstart.db-shm

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Palaestra needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.13"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.installed: $(VENV)/bin/python $(PROJECTS)
	$(BIN)/python -m pip install --quiet -e . $(EDITABLE)
	@touch $@

$(VENV)/.installed-test: $(VENV)/bin/python $(PROJECTS)
	$(BIN)/python -m pip install --quiet -e '.[test]' $(EDITABLE)
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet open_spiel pettingzoo pygame
	@touch $@
