# Every target sets up what it needs: a virtual environment, the dependencies, the compiled engine.
# Another Python: make PYTHON=python3.12 test. Another place for the environment: make VENV=/tmp/venv test.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
# Modules are compiled to bytecode when they are first used: installing takes half the time.
PIP := $(PY) -m pip install -q --no-compile
# Two files of tests at a time, in order of name: by their number of tests, the longest files would come last.
PYTEST := $(PY) -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder
TESTS := not slow and not long
# Where the tests are that run interpreted, too: to look at all others takes longer than to run these.
BOTH = $(shell grep -rl 'mark\.both' tests --include='test_*.py')
# CI installs what constraints.txt says, file by file as it was when it was written; so does `make LOCKED=1 ...`.
LOCKED ?= $(CI)
FROM_LOCK := --require-hashes --only-binary :all: -r constraints.txt
# What the engine is built with, one a line, and uv, which resolves versions.
BUILDS = $(PY) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")'
UV := build/uv/bin/uv
LOWEST := build/lowest
LOWEST_TESTS := tests/cli tests/recorder tests/analysis/test_winrates.py tests/reporting/test_figures.py \
  tests/reporting/test_report.py tests/runner/test_cluster.py tests/runner/test_run.py tests/stats/test_intervals.py
SOURCES := $(shell find marchsim/kernel marchsim/tabletop marchsim/games -name '*.py')

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export MINUTES JOBS

.PHONY: help demo test test-all long snapshots test-slow check coverage constraints lowest bench optimize-bench sanitize golden mutants studies robustness robustness-search variants field field-antwars antwars-studies populations adapted docs man site build clean
.DEFAULT_GOAL := help

help:  ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: $(VENV)/.built  ## Play the tournament of configs/demo.toml and write its report.
	$(BIN)/marchsim run configs/demo.toml
	$(BIN)/marchsim report all runs/demo

# The part that runs interpreted is a process beside the others and fills the time in which they wait; it reports last.
test: $(VENV)/.dev $(VENV)/.built  ## Run the tests of up to a second: all compiled, and beside them a part interpreted.
	@mkdir -p build
	@MARCHSIM_PURE=1 $(PY) -m pytest -q -p no:xdist -p no:cacheprovider -m "both and $(TESTS)" $(BOTH) >build/interpreted.txt 2>&1 & \
	trap "kill $$! 2>/dev/null" INT TERM; \
	$(PYTEST) -m "$(TESTS)"; compiled=$$?; \
	wait $$!; interpreted=$$?; \
	echo "interpreted:"; cat build/interpreted.txt; exit $$((compiled | interpreted))

test-all: TESTS = not slow
test-all: test  ## Run all tests that CI runs (10 to 13 minutes on two cores).

long: $(VENV)/.dev $(VENV)/.built  ## Measure all tests, and list those of about a second or more (tests/long.txt).
	@mkdir -p build
	$(PYTEST) -m "not slow" -vv --durations=0 >build/durations.txt; $(PY) -m tools.long_tests <build/durations.txt

snapshots: $(VENV)/.dev $(VENV)/.built  ## Write what users see of small runs anew (tests/snapshots); read the diff before you commit it.
	SNAPSHOTS=renew $(PY) -m pytest -q -n 2 tests/snapshots tests/cli/test_every_verb.py -k "as_stored or one_document"

test-slow: $(VENV)/.dev $(VENV)/.built  ## Run the tests that take long: fuzz, simulations, installations; a part of them interpreted, too.
	$(PY) -m pytest -q -m slow
	MARCHSIM_PURE=1 $(PY) -m pytest -q -p no:xdist -p no:cacheprovider -m "both and slow" $(BOTH)

check: $(VENV)/.dev $(VENV)/.built  ## Check style, types, the floors of the house, and that docs are up to date.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(PY) -m tools.house --check
	$(PY) -m tools.prose --check
	$(PY) -m tools.docs --check

bench: $(VENV)/.dev $(VENV)/.built  ## Measure speed: equal digests first, then ratios; BASE=REF compares with a commit.
	$(PY) setup.py -q build_ext --inplace
	$(PY) -m tools.bench$(if $(BASE),_base $(BASE))

optimize-bench: $(VENV)/.dev $(VENV)/.built  ## Compare ways to search for rules that meet targets, at equal games (GAMES=20000 SEALED=2500).
	$(PY) -m benchmarks.balance.compare --games $(or $(GAMES),20000) --sealed $(or $(SEALED),2500)

sanitize: $(VENV)/.dev  ## Play golden games and the fuzz with AddressSanitizer and UBSan in the engine (some minutes).
	$(PY) -m tools.sanitize

golden: $(VENV)/.dev $(VENV)/.built  ## Play the golden games again and show what changed; UPDATE=1 REASON="..." writes it, and the gate's baseline.
	$(PY) -m tools.golden
	$(if $(UPDATE),$(BIN)/marchsim baseline accept tests/gate/standard.json --reason "$(or $(REASON),the golden games changed)")

# CODE=200 SEED=1: 200 changes of the engine's code, drawn by seed 1, in place of the numbers (MINUTES=, JOBS=).
SEED ?= 1
mutants: $(VENV)/.dev $(VENV)/.built  ## Move every rule parameter and amount by one; CODE=200 changes code in 200 places; each must be noticed.
	$(PY) -m tools.$(if $(CODE),code_mutants $(CODE) $(SEED),mutants)
	$(if $(CODE),,$(PY) -m tools.antmutants)

# Interpreted, as compiled modules cannot be measured; the tests that read, set up and play the game.
COVERED := tests/march tests/tabletop tests/components tests/rules_data tests/strategies/test_ratings.py

coverage: $(VENV)/.dev $(VENV)/.built  ## Measure what the rule tests run of engine and kernel; fails under the floor of pyproject.toml.
	MARCHSIM_PURE=1 $(PY) -m coverage run -m pytest -q -p no:xdist -m "not slow" $(COVERED)
	$(PY) -m coverage html -q --fail-under=0 -d build/coverage/html
	$(PY) -m coverage report --skip-covered

STUDIES := study-decree-larvae study-march-steps study-beyond study-long study-body-points

studies: $(VENV)/.built  ## Play what reports/ holds and write its pages again (half an hour).
	$(BIN)/marchsim run standard
	$(BIN)/marchsim report all standard --no-cards --out reports/standard
	$(BIN)/marchsim run cards --blocks 10000
	$(BIN)/marchsim report cards cards --out reports/cards
	$(BIN)/marchsim cards-study cards --deals 400 --out reports/cards-study
	for study in $(STUDIES); do \
	  $(BIN)/marchsim run $$study && $(BIN)/marchsim report variants $$study --out reports/$$study || exit $$?; \
	done
	for study in standard $(STUDIES); do \
	  $(BIN)/marchsim run $$study --population tuned --out runs/$$study-tuned || exit $$?; \
	done
	for study in $(STUDIES); do \
	  for by in adapted strong; do $(BIN)/marchsim run $$study --population $$by --out runs/$$study-$$by || exit $$?; done; \
	done
	$(BIN)/marchsim run standard --population search --blocks 80 --out runs/standard-search
	$(PY) -m tools.march_page

# The pages lie in robustness/; of them reports/ keeps what can be read without figures.
# Rules are compared by players who know them, too.
TRIED := --draws 100 --deals 200 --population shipped,tuned
KEPT := sensitivity.json report/report.md
# Players that look ahead take some 200 times as long: fewer games, and claims on turns and scores alone (D-260).
AHEAD := --population search --metric turns,spread,score --draws 40 --deals 8

robustness: $(VENV)/.built  ## Try what reports/ claims with other numbers and players (two to three hours).
	for players in 3 4 5; do \
	  $(BIN)/marchsim sensitivity standard --players $$players $(TRIED); test $$? -lt 5 || exit 1; \
	done
	for study in $(STUDIES); do \
	  $(BIN)/marchsim sensitivity $$study --players 4 $(TRIED),adapted; test $$? -lt 5 || exit 1; \
	done
	$(MAKE) robustness-search
	for study in standard-3 standard-4 standard-5 $(STUDIES:=-4); do \
	  mkdir -p reports/robustness/$$study && cp $(KEPT:%=robustness/$$study/%) reports/robustness/$$study || exit $$?; \
	done
	$(PY) -m tools.march_page

robustness-search: $(VENV)/.built  ## Try the rule studies by players that look ahead (a quarter of an hour).
	for study in $(STUDIES); do \
	  $(BIN)/marchsim sensitivity $$study --players 4 $(AHEAD) --out robustness/$$study-4-search; test $$? -lt 5 || exit 1; \
	  mkdir -p reports/robustness/$$study-4-search; \
	  cp $(KEPT:%=robustness/$$study-4-search/%) reports/robustness/$$study-4-search || exit $$?; \
	done

variants: $(VENV)/.dev $(VENV)/.built  ## Play every preset with every number of players; writes reports/variants.md.
	$(PY) -m tools.variants_page

field: $(VENV)/.dev $(VENV)/.built  ## Play the whole field with 3, 4 and 5 players; writes reports/field.md (some minutes).
	$(PY) -m tools.field_page

field-antwars: $(VENV)/.dev $(VENV)/.built  ## Play the field of Ant Wars with 2 to 6 players; writes reports/field-antwars.md.
	$(PY) -m tools.antfield_page

antwars-studies: $(VENV)/.dev $(VENV)/.built  ## Play the studies of Ant Wars; writes reports/antwars/README.md (some minutes).
	$(PY) -m tools.antstudies

populations: $(VENV)/.dev $(VENV)/.built  ## Tune every plan anew and write the populations tuned and search; GAMES=16000 for each plan.
	$(BIN)/marchsim tune field-4 --focal all --games $(or $(GAMES),16000) --confirm 250 --ablation 0 --out build/populations/tuned.toml
	cp build/populations/tuned.toml strategies/march/populations/tuned.toml
	$(PY) -m tools.populations

# Each study with its variants; `base` are the standard rules, the same in all.
ADAPTED := study-long:base study-decree-larvae:decree_larvae-4 study-decree-larvae:decree_larvae-6 \
  study-march-steps:march_steps-4 study-march-steps:march_steps-6 study-beyond:beyond_hexes-0 \
  study-beyond:beyond_hexes-5 study-long:long study-body-points:body_points-2 study-body-points:body_points-4
FOUND = build/populations/$(lastword $(subst :, ,$(1))).toml

adapted: $(VENV)/.dev $(VENV)/.built  ## Tune the tuned plans by the rules of each variant of the rule studies; writes adapted (half an hour).
	for one in $(ADAPTED); do \
	  $(BIN)/marchsim tune $${one%%:*} --variant $${one##*:} --population tuned --focal all \
	    --games $(or $(GAMES),16000) --confirm 500 --ablation 0 --out build/populations/$${one##*:}.toml || exit $$?; \
	done
	$(PY) -m tools.adapted $(foreach one,$(ADAPTED),$(one)=$(call FOUND,$(one)))

site: $(VENV)/.built  ## Build the documentation site from docs/ into build/site.
	$(PIP) --no-build-isolation -e '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

docs: $(VENV)/.dev $(VENV)/.built  ## Write the generated pages of docs/, and run the notebook of its examples.
	$(PY) -m tools.docs
	$(PY) -m tools.notebook

man: $(VENV)/.built  ## Write the manual page, build/marchsim.1, from the help texts.
	@mkdir -p build
	$(PY) -m tools.man_page build/marchsim.1

constraints: $(VENV)/.python $(UV)  ## Write constraints.txt anew: the newest versions that pyproject.toml allows, with hashes.
	$(BUILDS) | $(UV) pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes \
	  --extra cluster --extra dev --extra tune \
	  --no-annotate --custom-compile-command "make constraints" -o constraints.txt pyproject.toml -

lowest: $(VENV)/.built $(UV)  ## Run a part of the tests with the lowest versions that pyproject.toml allows.
	$(BUILDS) | $(UV) pip compile -q --resolution lowest-direct --python $(PY) --extra dev --extra tune \
	  -o $(LOWEST).txt pyproject.toml -
	$(UV) venv -q --clear --python $(PY) $(LOWEST)
	$(UV) pip install -q --python $(LOWEST)/bin/python -r $(LOWEST).txt
	$(LOWEST)/bin/python -m pytest -q -p no:cacheprovider -W default -m "not slow" $(LOWEST_TESTS)

build: $(VENV)/.installed  ## Compile the changed modules of the engine, in about 20 seconds; `make bench` compiles it for speed.
	MARCHSIM_QUICK_BUILD=1 $(PY) setup.py -q build_ext --inplace
	@touch $(VENV)/.built

clean:  ## Remove what builds and tests leave; keeps the environment, runs and reports.
	rm -rf build dist *.egg-info *.so marchsim/_build.json .mypy_cache .ruff_cache .pytest_cache
	rm -rf .hypothesis .import_linter_cache
	find marchsim -name '*.so' -delete
	find marchsim tests strategies -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -f $(VENV)/.built $(VENV)/.installed

# The environment in four steps; each leaves a stamp and is taken again when what it rests on changes.

$(UV):
	$(PYTHON) -m venv build/uv
	build/uv/bin/python -m pip install -q uv

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' || \
	  { echo "marchsim needs Python 3.11, 3.12 or 3.13; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: pyproject.toml constraints.txt setup.py tools/rare.h $(VENV)/.python
	@echo "Installing and compiling the engine: 2 to 3 minutes on two idle cores. Nothing is printed meanwhile."
ifeq ($(LOCKED),)
	$(BUILDS) | xargs $(PIP)
	$(PIP) --no-build-isolation -e .
else
	$(PIP) $(FROM_LOCK)
	$(PIP) --no-deps --no-build-isolation -e .
endif
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.installed
ifeq ($(LOCKED),)
	$(PIP) --no-build-isolation -e '.[dev]'
endif
	@touch $@

$(VENV)/.built: $(SOURCES) $(VENV)/.installed
	$(PY) setup.py -q build_ext --inplace
	@touch $@
