#!/usr/bin/env bash
# test.sh quick|long|peers: everything that proves the project right; run by `make test`, `make test-long` and `make test-peers`.
# All checks run even if one fails; pytest comes last, so that its summary is the last thing to be seen.
set -u
cd "$(dirname "$0")/.."
bin=.venv/bin
failed=()

check() {
    scripts/step "$@" || failed+=("$1")
}

# A component that not every toolchain has: fetched by rustup where there is one.
component() {
    cargo "$1" --version >/dev/null 2>&1 && return
    rustup component add "$2" >/dev/null 2>&1 && return
    echo "- $2 is not installed and was left out"
    return 1
}

finish() {
    [ "${#failed[@]}" -eq 0 ] && exit 0
    printf 'failed:'
    printf ' [%s]' "${failed[@]}"
    echo
    exit 1
}

if [ "$1" = long ]; then
    check "hostile input, long" env HOSTILE_CASES=5000 cargo test --release -p gamecore --test hostile
    $bin/python -m pytest -m "(slow or peers) and not hours" || failed+=("pytest")
    finish
fi
if [ "$1" = peers ]; then
    $bin/python -m pytest -n auto -m "peers" || failed+=("pytest")
    finish
fi

if component fmt rustfmt; then
    # File by file: cargo fmt does not see the games, whose modules are declared by a macro.
    check "rustfmt" find rust fuzz benches -name '*.rs' -not -path '*/target/*' \
        -exec rustfmt --check --edition 2024 {} +
fi
if component clippy clippy; then
    check "clippy" cargo clippy --workspace --all-targets -- -D warnings
fi
check "rustdoc" env RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" cargo doc -p gamecore --no-deps --document-private-items
check "cargo test" cargo test -p gamecore --no-fail-fast
check "ruff" $bin/ruff check .
check "ruff format" $bin/ruff format --check .
check "mypy" $bin/mypy
check "stubs" env MYPYPATH=python $bin/python -m mypy.stubtest gamecore._core \
    --mypy-config-file pyproject.toml --allowlist scripts/stubtest-allow.txt
$bin/python -m pytest -n auto -m "not slow and not peers" || failed+=("pytest")
finish
