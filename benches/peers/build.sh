#!/usr/bin/env bash
# build.sh PYTHON DIR: makes the peers that the chess benches run as programs of their own, each once, into DIR.
#
#   gamecore-peers              shakmaty, with the crate beside this file
#   fairy-stockfish, …-large    Fairy-Stockfish from the C++ sources in the source package of pyffish; the second for
#                               boards of more than 64 cells (slower on small ones)
#   stockfish                   Debian's package, unpacked and not installed; not needed where stockfish is on the PATH
#
# What cannot be made is named in one line, and the benches do without it.
set -u
cd "$(dirname "$0")/../.."
python=$1
dir=$(mkdir -p "$2" && cd "$2" && pwd)

without() {
    echo "- the chess benches run without $1: $2"
}

build_shakmaty() {
    cargo build --release --locked --manifest-path benches/peers/Cargo.toml --target-dir "$dir/cargo" &&
        cp "$dir/cargo/release/gamecore-peers" "$dir/"
}

# Upstream's flags, for the machines that gamecore is built for (.cargo/config.toml).
build_fairy() {
    local flags=(-std=c++17 -O3 -DNDEBUG -flto -pthread -DIS_64BIT -DALLVARS -DNNUE_EMBEDDING_OFF)
    case $(uname -m) in
        x86_64 | amd64) flags+=(-march=x86-64-v2 -DUSE_POPCNT -DUSE_SSE2 -DUSE_SSSE3 -DUSE_SSE41) ;;
    esac
    local sources=() file
    for file in "$dir"/pyffish-*/src/{,syzygy/,nnue/,nnue/features/}*.cpp; do
        case $file in
            */pyffish.cpp | */ffishjs.cpp) ;;
            *) sources+=("$file") ;;
        esac
    done
    "${CXX:-c++}" "${flags[@]}" "${@:2}" "${sources[@]}" -o "$dir/new" && mv "$dir/new" "$dir/$1"
}

fetch_fairy() {
    "$python" -m pip download --no-deps --no-binary pyffish --dest "$dir" "pyffish==0.0.90" &&
        tar -xzf "$dir"/pyffish-*.tar.gz -C "$dir"
}

build_stockfish() {
    local into
    into=$(mktemp -d)
    (cd "$into" && apt-get download stockfish && dpkg-deb -x stockfish_*.deb . && cp usr/games/stockfish "$dir/")
    local status=$?
    rm -rf "$into"
    return $status
}

# step NAME COMMAND…: as scripts/step, for the functions above.
export -f build_shakmaty fetch_fairy build_fairy build_stockfish
export python dir
step() {
    scripts/step "$1" bash -c '"$@"' bash "${@:2}"
}

# Cargo knows itself whether there is anything to do.
if ! command -v cargo >/dev/null; then
    without shakmaty "cargo is not on the PATH"
else
    step "shakmaty" build_shakmaty || without shakmaty "it could not be built"
fi

if [ ! -x "$dir/fairy-stockfish" ] || [ ! -x "$dir/fairy-stockfish-large" ]; then
    if ! command -v "${CXX:-c++}" >/dev/null; then
        without Fairy-Stockfish "there is no C++ compiler"
    else
        step "sources of Fairy-Stockfish" fetch_fairy &&
            step "Fairy-Stockfish" build_fairy fairy-stockfish &&
            step "Fairy-Stockfish, large boards" build_fairy fairy-stockfish-large -DLARGEBOARDS -DPRECOMPUTED_MAGICS ||
            without Fairy-Stockfish "it could not be built"
    fi
fi

if [ ! -x "$dir/stockfish" ] && ! command -v stockfish >/dev/null; then
    if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
        without Stockfish "it is not on the PATH, and this is no Debian"
    else
        step "Stockfish" build_stockfish || without Stockfish "the package could not be fetched (apt-get update may help)"
    fi
fi
exit 0
