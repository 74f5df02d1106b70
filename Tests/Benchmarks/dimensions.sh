#!/bin/sh
# Doubles one dimension of a project at a time, and fails where the processor time grows with more than its 1.1th power.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# Each run finds anew: what earlier ones have kept would be timed otherwise.
export MOULT_CACHE=off
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build -c release --show-bin-path)/moult}
exec python3 "$here/dimensions.py" --moult "$moult" --fixture "$root/Fixtures/hello-v0" "$@"
