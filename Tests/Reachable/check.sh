#!/bin/sh
# The fix of each rule page is written by `moult fix`, and not only by the runner of its cases.
#
#   Tests/Reachable/check.sh
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
MOULT_BINARY=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
[ -x "$MOULT_BINARY" ] || { echo "error: there is no $MOULT_BINARY; run 'swift build' first" >&2; exit 1; }
exec python3 "$root/Tests/Reachable/reachable.py" "$MOULT_BINARY" "$root/Rules"
