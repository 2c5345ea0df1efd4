#!/usr/bin/env bash
# fuzz.sh SECONDS: runs every fuzz target for so long. An input that breaks something is kept in fuzz/artifacts/.
set -u
cd "$(dirname "$0")/.."

missing() {
    echo "cannot fuzz: $1"
    exit 1
}

cargo +nightly --version >/dev/null 2>&1 || missing "no nightly Rust (rustup toolchain install nightly)"
cargo fuzz --version >/dev/null 2>&1 || missing "no cargo-fuzz (cargo install cargo-fuzz)"

status=0
for target in $(cargo +nightly fuzz list); do
    scripts/step "$target, $1 s" cargo +nightly fuzz run --release "$target" -- \
        -max_total_time="$1" -timeout=20 -rss_limit_mb=2048 -max_len=400 || status=1
done
exit $status
