#!/bin/sh
# Holds what `moult fix --review` leaves of each fixture against `Fixtures/bars.txt`.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
exec "$root/Tests/Shares/shares.py" "${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}"
