#!/bin/sh
# Holds what `moult fix --review` leaves of each fixture against `Fixtures/bars.txt`, and what it leaves of those on grpc-swift 0
# where 2 is the target against a tenth.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
"$root/Tests/Shares/shares.py" "$moult"
exec "$root/Tests/Shares/shares.py" "$moult" --configuration 'targets: { grpc-swift: 2 }' --bar 10 \
  hello-v0 relay-tool messenger-ios depot-v0
