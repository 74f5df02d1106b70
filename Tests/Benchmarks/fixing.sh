#!/bin/sh
# Times `moult fix` beside `moult lint` of the same trees, and fails where it takes more than the bar: a made-up project all of
# whose files are old, or the folders that are given.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# Each run finds anew: what earlier ones have kept would be timed otherwise.
export MOULT_CACHE=off
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build -c release --show-bin-path)/moult}
exec python3 "$here/fixing.py" --moult "$moult" --fixture "$root/Fixtures/hello-v0" "$@"
