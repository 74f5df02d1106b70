#!/bin/sh
# Times Moult over generated projects of 100,000 to 500,000 lines, and fails above the bars: seconds, memory, growth.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# Each run finds anew: what earlier ones have kept would be timed otherwise.
export MOULT_CACHE=off
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build -c release --show-bin-path)/moult}
exec python3 "$here/scale.py" --moult "$moult" --fixture "$root/Fixtures/hello-v0"
