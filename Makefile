# The few commands a newcomer needs. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ORACLES ?= ../shared/reference
# Compiled modules and rewritten assertions are kept, whatever the environment says: 11,000 tests start twice as fast.
export PYTHONDONTWRITEBYTECODE :=
# A worker that has nothing left takes half of what another has: no file of minutes runs alone at the end.
BALANCED := -n auto --dist worksteal
QUICK := not spark and not long and not reference
# What every version of Python and of the dependencies must pass; those of these interpreters that can be started.
PYTHONS ?= python3.11 python3.12 python3.13
COMPATIBLE := benchreport tests/test_contract.py tests/test_contract_all.py tests/test_contract_predictions.py \
	tests/cli/test_program.py $(wildcard tests/journeys)
PANGO := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0

.PHONY: help demo test long spark check lint names ready docs compat oldest test-with oracles claims benchmark calibrate fuzz pango clean

help:  ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: $(VENV)/.installed pango  ## install and show what benchreport makes of the example data
	$(BIN)/benchreport demo

docs: $(VENV)/.docs pango  ## build the manual in build/docs, run what its pictures show, and check its links
	$(BIN)/python -m docs.building

test: $(VENV)/.test pango  ## run the tests and the examples of the documentation that take seconds, and need nothing else
	$(BIN)/python -m pytest $(BALANCED) -m "$(QUICK)"

long: $(VENV)/.test pango  ## run the tests that take minutes: large tables, genuine reports, forgeries, the browser, journeys
	$(BIN)/python -m pytest $(BALANCED) -m "long and not spark and not reference"

spark: $(VENV)/.spark  ## run the tests that start Spark; needs Java
	$(BIN)/python -m pytest -m spark tests/measures tests/test_examples.py

oldest: $(VENV)/oldest/.installed pango  ## contract tests, examples and journeys with the oldest allowed dependencies
	$(VENV)/oldest/bin/python -m pytest $(BALANCED) -m "$(QUICK)" $(COMPATIBLE)

compat: oldest  ## the same with every supported Python that is installed here, PYTHONS="python3.12 ..."
	@export PYENV_VERSION="$${PYENV_VERSION:-$$(pyenv versions --bare 2>/dev/null | paste -sd:)}"; \
	for python in $(PYTHONS); do \
		if $$python -c '' 2>/dev/null; then \
			echo "with $$($$python --version):"; \
			$(MAKE) --no-print-directory test-with WITH=$$python || exit 1; \
		else echo "$$python is not installed: not tested"; fi; \
	done

test-with: $(VENV)/$(WITH)/.installed
	$(VENV)/$(WITH)/bin/python -m pytest $(BALANCED) -m "$(QUICK)" $(COMPATIBLE)

check: lint test  ## lint, then test

lint: $(VENV)/.dev  ## style, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --no-incremental tests/typed_surface.py
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m tests.style

names: $(VENV)/.test  ## write the stubs of the public names from the records
	$(BIN)/python -m tests.public_names

ready: $(VENV)/.test  ## write the fonts, formulas and code of templates that lie ready
	$(BIN)/python -m tests.ready_files

oracles: $(VENV)/.test  ## compare with the values of R and others in ORACLES=folder, and report on its tables
	$(BIN)/python -m tests.oracles "$(ORACLES)"
	ORACLES="$(ORACLES)" $(BIN)/python -m pytest -n auto -m reference tests

claims: $(VENV)/.test  ## derive every number and name that 300 small reports print from their tables again
	$(BIN)/python -m tests.claims

calibrate: $(VENV)/.test  ## simulate the error rates of every test over datasets and of printed intervals
	$(BIN)/python -m tests.calibration
	$(BIN)/python -m tests.calibration.sizes

fuzz: $(VENV)/.test  ## throw broken files at every reader, importer, template and at verify
	$(BIN)/python -m tests.fuzz

benchmark: $(VENV)/.test $(VENV)/peers/.installed  ## speed against the usual Python loop; writes tests/benchmarks/RESULTS.md
	$(BIN)/python -m tests.benchmarks --write

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("benchreport needs Python 3.11 or newer; try: make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(VENV)/.test: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	touch $@ $(VENV)/.installed

$(VENV)/.docs: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test,docs]'
	touch $@ $(VENV)/.test $(VENV)/.installed

# It brings a package called tests, which would hide ours.
$(VENV)/peers/.installed: $(VENV)/bin/python constraints.txt
	$(PYTHON) -m venv $(VENV)/peers
	$(VENV)/peers/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt autorank==1.3.0 pyarrow
	touch $@

$(VENV)/oldest/.installed: pyproject.toml tests/oldest.py
	$(PYTHON) -m venv $(VENV)/oldest
	$(VENV)/oldest/bin/python -m tests.oldest > $(VENV)/oldest/pins.txt
	$(VENV)/oldest/bin/python -m pip install --quiet --disable-pip-version-check -c $(VENV)/oldest/pins.txt -e '.[test]'
	touch $@

$(VENV)/python3.%/.installed: pyproject.toml constraints.txt
	python3.$* -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	touch $@

$(VENV)/.spark: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test,spark]'
	touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test,dev]'
	touch $@ $(VENV)/.test $(VENV)/.installed

# PDF needs Pango. Install it where that is allowed, otherwise say the one line and go on without PDF.
pango:
	@libraries=$$(PATH="$$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null); \
	if echo "$$libraries" | grep -q 'libpangoft2-1.0' && echo "$$libraries" | grep -q 'libharfbuzz-subset'; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		{ apt-get install -y -qq $(PANGO) || { apt-get update -qq && apt-get install -y -qq $(PANGO); }; } >/dev/null 2>&1 \
		|| echo 'Pango could not be installed; PDF output is off. Try: apt-get install $(PANGO)'; \
	else echo 'PDF output needs Pango: sudo apt-get install $(PANGO)'; fi

clean:  ## remove the virtual environment and everything built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
