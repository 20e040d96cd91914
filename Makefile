# boyi: `make demo` shows it, `make test` tests it. Everything is installed into .venv, nothing outside.
.PHONY: help build dev demo play test test-slow test-all rust-test rust-test-slow python-test python-test-slow \
	lint bench fuzz notebooks lessons claims docs picture links wheels clean

# The extension is installed before packages are.
.NOTPARALLEL:

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The library is built for this processor; wheels for others are built without it (`pip install .`).
NATIVE := -C target-cpu=native
SOURCES := $(shell find src python/boyi -name '*.rs' -o -name '*.book' -o -path 'python/boyi/*' -type f -not -name '*.so' -not -name '*.pyc')

help:                ## this list
	@grep -E '^[a-z-]+: .*##|^[a-z-]+: +##' Makefile | sed -E 's/:.*##/\t/' | expand -t 16

$(BIN)/maturin: pyproject.toml
	@echo "1 A virtual environment in $(VENV)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip "maturin>=1.14,<2"
	@touch $@

# Which extension lies in python/boyi is told by a file in $(VENV): lab, the light one of `make demo`; all, the full one of
# `make build`; dev, that of `make dev`. `make test` takes what there is, and builds the light one where there is none.
EXTENSIONS := $(addprefix $(VENV)/,all lab dev)
EXTENSION = $(firstword $(wildcard $(EXTENSIONS)) $(VENV)/lab)
define extension
	rm -f $(EXTENSIONS)
	VIRTUAL_ENV="$(CURDIR)/$(VENV)" RUSTFLAGS="$(NATIVE)" $(BIN)/maturin develop $(1)
	@touch $@
endef
$(EXTENSIONS): $(BIN)/maturin Cargo.toml Cargo.lock pyproject.toml $(SOURCES)

# For a first look: linked lightly, in half the time. Gomoku searches run an eighth slower than in the full build.
$(VENV)/lab: export CARGO_PROFILE_RELEASE_LTO := thin
$(VENV)/lab: export CARGO_PROFILE_RELEASE_CODEGEN_UNITS := 16
$(VENV)/lab:
	@echo "2 The engine: a minute and a half on two cores"
	$(call extension,--release)

$(VENV)/all:
	@echo "2 The engine, fully optimised: three minutes on two cores"
	$(call extension,--release)

$(VENV)/dev:
	$(call extension,--profile dev-loop)

# The packages of an extra of pyproject.toml. The installed boyi knows its extras; it must be there before.
$(VENV)/%.packages: pyproject.toml
	@$(BIN)/python -c "import boyi"
	@echo "  Packages for boyi[$*]"
	$(BIN)/python -m pip install --quiet "boyi[$*]"
	@touch $@

build: $(VENV)/all $(VENV)/test.packages  ## build and install the package with everything its tests need

dev: $(VENV)/dev     ## build the package for trying a changed line of Rust: compiles fast, searches slowly

# A full installation that is there already will do.
demo: $(firstword $(wildcard $(VENV)/all) $(VENV)/lab) $(VENV)/lab.packages $(VENV)/play.packages  ## compare move orderings, show the table, draw a picture under out/; then gomoku
	@echo "3 Four move orderings on 24 positions"
	$(BIN)/boyi compare
	$(BIN)/boyi compare --game gomoku --out out/gomoku

play: $(firstword $(wildcard $(VENV)/all) $(VENV)/lab) $(VENV)/play.packages  ## play against the engine in the browser, turn heuristics off and see the nodes
	$(BIN)/boyi play

# Where a new test belongs is said in docs/architecture.md.
test: rust-test python-test  ## the tests for every change: six to seven minutes on two cores
test-slow: rust-test-slow python-test-slow  ## what `make test` leaves out: full sizes, notebooks, pages, training, checkers
test-all: test test-slow  ## all tests

rust-test:
	RUSTFLAGS="$(NATIVE)" cargo test --quiet

rust-test-slow:
	BOYI_TESTS=all RUSTFLAGS="$(NATIVE)" cargo test --quiet --test engine

PYTEST = $(BIN)/python -m pytest --numprocesses auto --dist worksteal
python-test: $(EXTENSION) $(VENV)/check.packages
	$(PYTEST) -m "not slow"

python-test-slow: $(EXTENSION) $(VENV)/test.packages
	$(PYTEST) -m slow

# Every public name has a type that checkers know; the list of all names is shown only from where it tells what is wrong.
SITE = $(shell $(BIN)/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")
define verifytypes
PYTHONPATH=$(CURDIR)/python:$(SITE) $(BIN)/basedpyright --verifytypes boyi --ignoreexternal > $(VENV)/types.txt \
	|| { sed -n '/^Symbols used/,$$p' $(VENV)/types.txt; exit 1; }
endef
lint: $(EXTENSION) $(VENV)/test.packages  ## formatting and static checks
	cargo fmt --check
	RUSTFLAGS="$(NATIVE)" cargo clippy --all-targets --features python -- -D warnings
	$(BIN)/ruff check python tests/python tests/peers tests/fuzz docs
	$(BIN)/ruff format --check python tests/python tests/peers tests/fuzz docs/*.py
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest boyi._core
	$(verifytypes)

bench: build         ## speed: perft, nodes, kill search, the Python surface; ratios to peers that are installed
	RUSTFLAGS="$(NATIVE)" cargo bench --bench speed
	RUSTFLAGS="$(NATIVE)" cargo bench --bench kill
	$(BIN)/python tests/benches/bench.py

# What the fuzzer found interesting is kept under corpus/ for the next run, what breaks a parser under artifacts/.
FUZZ_SECONDS ?= 60
FUZZ := tests/fuzz
FUZZ_RUST := fen move pgn gomoku book weights network table search
FUZZ_PYTHON := records play hear epd results
FUZZED = -max_total_time=$(FUZZ_SECONDS) -timeout=20 -artifact_prefix=$(FUZZ)/artifacts/$$each/
fuzz: build          ## each parser against FUZZ_SECONDS of changed inputs (nightly Rust, cargo-fuzz): 15 minutes with the usual 60
	$(BIN)/python -m pip install --quiet "atheris>=3"
	cd $(FUZZ) && mkdir -p $(addprefix corpus/,$(FUZZ_RUST) $(FUZZ_PYTHON)) $(addprefix seeds/,$(FUZZ_RUST) $(FUZZ_PYTHON)) \
		$(addprefix artifacts/,$(FUZZ_RUST) $(FUZZ_PYTHON))
	for each in $(FUZZ_RUST); do cargo +nightly fuzz run --fuzz-dir $(FUZZ) --sanitizer none $$each \
		$(FUZZ)/corpus/$$each $(FUZZ)/seeds/$$each -- $(FUZZED) || exit 1; done
	for each in $(FUZZ_PYTHON); do $(BIN)/python $(FUZZ)/fuzz.py $$each $(FUZZED) $(FUZZ)/corpus/$$each $(FUZZ)/seeds/$$each \
		|| exit 1; done

notebooks: build     ## execute the notebooks and keep their outputs
	cd notebooks && ../$(BIN)/jupyter-execute --inplace *.ipynb

lessons: $(EXTENSION) $(VENV)/check.packages  ## notebooks for a class under out/lessons: student/ without answers, answers/ with them
	$(BIN)/python -m boyi_studies.lessons notebooks out/lessons

claims: build        ## measure the claims that the notebooks read (more than an hour); interrupted, it goes on next time
	for game in xiangqi gomoku; do $(BIN)/boyi claims --game $$game --path out/claims_$$game.jsonl || exit 1; done
	cp out/claims_*.jsonl notebooks

docs: $(EXTENSION) $(VENV)/test.packages  ## build the documentation site, out/docs/index.html; warnings and dead links are errors
	$(BIN)/python -m sphinx -EW --keep-going -q -c docs . out/docs

# By hand: it needs Chromium and a font with Chinese characters, and its result is kept in the repository.
picture: $(EXTENSION) $(VENV)/test.packages  ## draw the moving picture of the README anew, docs/_static/switch.gif
	$(BIN)/python docs/moving_picture.py

links: $(EXTENSION) $(VENV)/test.packages  ## check the site's links to other sites
	$(BIN)/python -m sphinx -b linkcheck -q -c docs . out/links

# Built for old systems, by zig's linker, and for any x86-64 processor since 2009. Paths of this machine stay out.
PORTABLE := $(if $(filter x86_64,$(shell uname -m)),-C target-cpu=x86-64-v2)
WHEEL = PATH="$(CURDIR)/$(BIN):$$PATH" RUSTFLAGS="$(PORTABLE) --remap-path-prefix $(HOME)= --remap-path-prefix $(CURDIR)=" \
	$(BIN)/maturin build --release --zig --compatibility manylinux2014 --out dist

wheels: $(BIN)/maturin  ## source distribution and wheels under dist/, audited, tried with every Python: ten minutes
	$(BIN)/python -m pip install --quiet "maturin[zig]>=1.14,<2" "auditwheel>=6.8" "abi3audit>=0.0.26"
	rm -rf dist
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python python/build_backend.py dist
	$(WHEEL) --features abi3 --interpreter $(BIN)/python
	for free in python3.14t python3.15t; do ! command -v $$free || $(WHEEL) --interpreter $$free || exit 1; done
	$(BIN)/python tests/wheels/check.py dist

clean:               ## remove everything that was built
	rm -rf $(VENV) target out dist
