#!/bin/bash
# Fixes fixtures in each way, hop by hop, and holds what the compiler says of the results against what `lint` says.
#
#   Tests/Trust/fixtures.sh [FIXTURE:ERA…]
#
# ERA is the one that a fixture is taken to. Modules are stubs, code of generators is made by scripts, so no network is needed.
# Prints what compiled.py says of each, and exits 1 if an error of the compiler is on a line without a finding. With
# MOULT_TRUST_LIST=FILE these errors are appended to a file.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
[ $# -gt 0 ] || set -- {hello-v0,messenger-ios,relay-tool,depot-v0}:{1,2} {beacon-tls,parcel-futures,weather-async}:2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x "$moult" ] || { echo "error: there is no $moult; run 'swift build' first" >&2; exit 1; }

"$root/Tests/Interfaces/build-stubs.sh" "$work/stubs"
failed=0
for what; do
  fixture=${what%:*} era=${what##*:}
  # A fixture of era 0 imports its module; those of era 1 are taken to 2.
  old=1
  if grep -rqE '^import SwiftGRPC$' "$root/Fixtures/$fixture/before"; then old=0; fi
  "$here/compiled.py" "$moult" "$root/Fixtures/$fixture/before" --targets "grpc-swift: $era" --old "$work/stubs/$old" \
    --modules "$work/stubs/$era" ${MOULT_TRUST_LIST:+--list "$MOULT_TRUST_LIST"} || failed=1
done
exit $failed
