#!/bin/sh
# Times Moult over projects side by side and over a large clean tree, and fails above the bars: growth, ripgrep, memory.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# Each run finds anew: what earlier ones have kept would be timed otherwise.
export MOULT_CACHE=off
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build -c release --show-bin-path)/moult}
exec python3 "$here/programs.py" --moult "$moult" --fixture "$root/Fixtures/hello-v0" "$@"
