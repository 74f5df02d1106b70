#!/bin/sh
# Times a second run over an unchanged tree, and fails where it says something else than the first or takes more than the bar.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build -c release --show-bin-path)/moult}
exec python3 "$here/second.py" --moult "$moult" --fixture "$root/Fixtures/hello-v0" "$@"
