#!/usr/bin/env bash
# wheel.sh PYTHON: builds the wheel and the source package into dist/, and tries both.
# The wheel: installed by PYTHON in a fresh environment without a compiler. The source package: built without a network,
# after its crates have been fetched.
set -eu
cd "$(dirname "$0")/.."
bin=$PWD/.venv/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rm -rf dist
scripts/step "wheel" "$bin/maturin" build --release --out dist --interpreter "$bin/python"
scripts/step "source package" "$bin/maturin" sdist --out dist

"$1" -m venv "$work/venv"
try() {
    (cd "$work" && PATH="$work/venv/bin" "$work/venv/bin/python" -I "$OLDPWD/scripts/check_wheel.py")
}
scripts/step "wheel installed without a compiler" env PATH="$work/venv/bin:/usr/bin:/bin" \
    "$work/venv/bin/python" -m pip install --only-binary :all: dist/gamecore-*.whl
try

tar -xzf dist/gamecore-*.tar.gz -C "$work"
source=$(echo "$work"/gamecore-*/)
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}/sdist
scripts/step "crates of the source package fetched" cargo fetch --locked --manifest-path "$source/Cargo.toml"
# Files in a source package have a fixed date, by which cargo would take an older build of them for up to date.
cargo clean --quiet --release --manifest-path "$source/Cargo.toml" -p gamecore -p gamecore-python
scripts/step "source package built offline" env CARGO_NET_OFFLINE=true PATH="$bin:$PATH" \
    "$bin/python" -m pip wheel --no-build-isolation --no-deps --no-index --wheel-dir "$work/built" "$source"
scripts/step "its wheel installed" \
    "$work/venv/bin/python" -m pip install --no-deps --no-index --force-reinstall "$work"/built/gamecore-*.whl
try

for file in dist/*; do
    printf '%s  %s kB\n' "$file" $((($(wc -c <"$file") + 1023) / 1024))
done
