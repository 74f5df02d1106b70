#!/bin/sh
# Times Moult over projects side by side and one by one, and holds that it finds the same: those that `bench.sh` has cloned, or
# the folders of any folder that is given.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# Each run finds anew: what earlier ones have kept would be timed otherwise.
export MOULT_CACHE=off
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build -c release --show-bin-path)/moult}
folder=${1:-${MOULT_BENCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/moult-bench}/corpus}
exec python3 "$here/beside.py" --moult "$moult" "$folder"
