# Every verb does its own set-up: it makes .venv, builds the extension in release mode, and installs what
# it needs from the registries the machine is configured for. Needed beforehand: Python 3.10 or newer
# (another one than python3: `make PYTHON=python3.13 …`) and a Rust toolchain.
#
# .venv/.with-SET stamps "the extension is up to date, and the packages of the extra SET are there".

PYTHON ?= python3
FUZZ_SECONDS ?= 30

BIN := .venv/bin
STEP := scripts/step
RUST := $(shell find rust -type f -not -path '*/tests/*') Cargo.toml Cargo.lock .cargo/config.toml pyproject.toml

# The interpreter that the binding crate is checked against.
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export NO_MKDOCS_2_WARNING := 1

.PHONY: help demo test test-long test-peers bench wheel docs fuzz clean
.DEFAULT_GOAL := help

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

demo: .venv/.with-test  ## replay the real game records with full checks, then simulate 100,000 games of Hex
	@$(BIN)/python scripts/demo.py

test: .venv/.with-test  ## all checks: formatting, lints, Rust and Python tests, types, stubs (minutes)
	@scripts/test.sh quick

test-long: .venv/.with-peers  ## deep perft, long fuzz runs, random games against other libraries
	@scripts/test.sh long

test-peers: .venv/.with-peers  ## 10,000 random games of every game beside every library that has it (hours)
	@scripts/test.sh peers

bench: .venv/.with-bench  ## measure speed, beside other libraries
	@benches/peers/build.sh $(BIN)/python target/peers
	@BENCH_TABLE=docs/speed.md $(BIN)/python -m pytest benches -o "python_files=bench_*.py" --benchmark-columns=median

wheel: .venv/.with-test  ## build wheel and source package into dist/, and try both
	@scripts/wheel.sh "$(PYTHON)"

docs: .venv/.with-docs  ## build the documentation into site/
	@$(STEP) "documentation" $(BIN)/mkdocs build --strict --quiet
	@echo "site/index.html"

fuzz: .venv/.with-test  ## fuzz every target for FUZZ_SECONDS (needs nightly Rust and cargo-fuzz)
	@scripts/fuzz.sh $(FUZZ_SECONDS)

clean:  ## remove all that was built or installed here
	rm -rf .venv dist site target fuzz/target .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -f python/gamecore/_core.*.so python/gamecore/_core.*.pyd
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/maturin:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
		|| { echo "Python 3.10 or newer is needed; name one: make PYTHON=python3.12 …"; exit 1; }
	@cargo --version >/dev/null || { echo "a Rust toolchain is needed: cargo is not on the PATH"; exit 1; }
	@$(STEP) "virtual environment .venv" $(PYTHON) -m venv .venv
	@$(STEP) "maturin" $(BIN)/python -m pip install "maturin>=1.9,<2"

# The extra "bench" names gamecore[peers], which must be there already.
.venv/.with-bench: .venv/.with-peers

.venv/.with-%: $(BIN)/maturin $(RUST)
	@$(STEP) "extension and packages ($*)" env VIRTUAL_ENV="$(CURDIR)/.venv" $(BIN)/maturin develop --release --extras "test,$*"
	@touch $@
