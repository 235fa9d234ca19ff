# Two commands matter: `make ask` and `make test`. Both set up .venv first, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# The folders with Python in them.
CODE := kgqa sparql_templates store cli tests benchmarks
# Two processes, because two cores are what a small machine has. Each has a half, and takes of the
# other's when it is done: so what the tests of a file share is made once.
PYTEST := $(BIN)/pytest -n 2 --dist worksteal
PROFILE ?= dev
# What readers are trained with; a CPU build is enough, and small.
TORCH ?= torch==2.13.0

# The graph of the sample answers the first; the second only a passage of it does.
Q ?= Who directed Inception?
READ := Who directed Whiplash?
ASKED := $(origin Q)
# What was given as Q is taken as it stands, with any $ in it, and reaches the program unexpanded.
override Q := $(value Q)
export Q

.PHONY: ask serve audit bench generate constraints test test-slow lint format mutants docs wheel clean

ask: $(VENV)/.compiled
ifeq ($(ASKED),file)
	@printf '%s\n' "$$Q" '$(READ)' | $(BIN)/kgqa ask
else
	@printf '%s\n' "$$Q" >&2
	@$(BIN)/kgqa ask "$$Q"
endif

# The embedded sample as a page, an HTTP interface and a SPARQL endpoint, until Ctrl-C.
serve: $(VENV)/.installed-serve
	$(BIN)/kgqa serve

# Every benchmark on its hand-written sample over the embedded store, with a report about all.
SAMPLES := tests/bench/samples
RESULTS ?= build/bench
BENCH = $(BIN)/kgqa bench
OURS = --store sample --no-text --out $(RESULTS)

bench: $(VENV)/.installed
	rm -rf $(RESULTS)
	$(BENCH) mintaka --data $(SAMPLES)/mintaka.json --oracles $(OURS)/mintaka
	$(BENCH) qampari --data $(SAMPLES)/qampari.jsonl $(OURS)/qampari
	$(BENCH) ambigqa --data $(SAMPLES)/ambigqa.json $(OURS)/ambigqa
	$(BENCH) simplequestions --data $(SAMPLES)/simplequestions.txt $(OURS)/simplequestions
	$(BENCH) qald --data $(SAMPLES)/qald.json $(OURS)/qald
	$(BENCH) lcquad --data $(SAMPLES)/lcquad.json $(OURS)/lcquad
	$(BENCH) wikiwebquestions --data $(SAMPLES)/wikiwebquestions.json $(OURS)/wikiwebquestions
	$(BENCH) rubq --data $(SAMPLES)/rubq.json $(OURS)/rubq
	$(BENCH) spinach --data $(SAMPLES)/spinach.json $(OURS)/spinach
	$(BENCH) nq --data $(SAMPLES)/nq.jsonl $(OURS)/nq
	$(BENCH) popqa --data $(SAMPLES)/popqa.json $(OURS)/popqa
	for reader in mf-i mf-e wd sw sw+d; do $(BENCH) quasar --system $$reader \
	  --data $(SAMPLES)/quasar_t_questions.json --contexts $(SAMPLES)/quasar_t_contexts.json \
	  --candidates $(SAMPLES)/quasar_t_nps.json --out $(RESULTS)/quasar-$$reader || exit 1; done
	$(BENCH) report $(RESULTS)/* --out $(RESULTS)/report.html

# A set of questions from the embedded sample, with the evidence of its passages, and twenty of them.
SET ?= build/set

generate: $(VENV)/.installed
	$(BIN)/kgqa generate questions --store sample --text sample --verify verifier \
	  --proved 0 --out $(SET)
	$(BIN)/kgqa generate show $(SET) --limit 20

test: $(VENV)/.installed-dev $(VENV)/.compiled
	$(PYTEST) -m "not slow" --hypothesis-profile=$(PROFILE)

test-slow: $(VENV)/.installed-dev $(VENV)/.compiled
	$(PYTEST) --hypothesis-profile=$(PROFILE)

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

mutants: $(VENV)/.installed-dev
	$(BIN)/python tests/mutants.py

docs: $(VENV)/.installed-dev
	$(BIN)/python tests/operator_table.py
	$(BIN)/python tests/doc_pages.py
	$(BIN)/pytest --accept --quiet tests/layout/test_transcripts.py

# Takes the newest versions that pyproject.toml allows into constraints.txt; run the tests then.
constraints: | $(BIN)/python
	$(PIP) install --quiet --upgrade --upgrade-strategy eager --editable '.[dev]' $(TORCH)
	{ grep '^#' constraints.txt; $(PIP) freeze --exclude-editable | sed 's/+.*//'; } > $(VENV)/pins
	mv $(VENV)/pins constraints.txt

audit:
	.ci/audit constraints.txt

wheel: $(VENV)/.installed-dev
	rm -rf dist
	$(BIN)/python -m build --wheel --outdir dist
	$(BIN)/check-wheel-contents dist

clean:
	rm -rf $(VENV) dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find $(CODE) -name __pycache__ -prune -exec rm -rf {} +

# --- The environment ---

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit( \
	  "kgqa needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] + \
	  ".\nName another one: make ask PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)

# What is installed is pinned: what worked yesterday works today.
$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) install --quiet --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.installed-serve: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) install --quiet --constraint constraints.txt --editable '.[serve]'
	@touch $@ $(VENV)/.installed

# Where Python is told to keep no bytecode, half of every start would be compiling.
SHIPPED := kgqa sparql_templates store cli
$(VENV)/.compiled: $(VENV)/.installed $(shell find $(SHIPPED) -name '*.py')
	@$(BIN)/python -m compileall -q $(SHIPPED)
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) install --quiet --constraint constraints.txt --editable '.[dev]' $(TORCH)
	@touch $@ $(VENV)/.installed
