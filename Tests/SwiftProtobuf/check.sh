#!/bin/bash
# Compiles rewritten code against the real swift-protobuf, the one that Moult itself is built with, and runs its tests.
#
#   Tests/SwiftProtobuf/check.sh
#
# Two things are compiled: what `after` of each case on the pages of swift-protobuf says, beside the sample of today's generator, and the
# fixture token-service after its fix, beside `Regenerated/token.pb.swift`, which stands for what the generator would make of its
# `.proto` now. The fixture's tests are then run. Nothing is fetched or built but that.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
bin=$(dirname "${MOULT_BINARY:-}")
[ -d "$bin/Modules" ] || bin=$(cd "$root" && swift build --show-bin-path)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
[ -f "$bin/Modules/SwiftProtobuf.swiftmodule" ] || { echo "error: run 'swift build' first" >&2; exit 1; }

# The cases: each `after` block in Swift, with the known exceptions, which are the ones that leave something to a person.
python3 "$here/cases.py" "$root/Rules/swift-protobuf" "$work/cases"
for file in "$work"/cases/*.swift; do
  name=$(basename "$file" .swift)
  if ! swiftc -typecheck -swift-version 5 -suppress-warnings -module-name Case -I "$bin/Modules" \
    "$root/Rules/swift-protobuf/1/Generated.swift" "$file" >"$work/out" 2>&1; then
    echo "error: the rewritten case $name does not compile:" >&2
    grep error: "$work/out" | head -3 >&2
    failed=1
  fi
done
echo "rewritten cases that compile with swift-protobuf: $(ls "$work/cases" | wc -l)"

# The fixture: `before` with `after` over it, the parts that need swift-protobuf alone.
cp -R "$root/Fixtures/token-service/before" "$work/desk"
cp -R "$root/Fixtures/token-service/after/." "$work/desk"
cp "$here/Regenerated/token.pb.swift" "$work/desk/Sources/TokenAPI/token.pb.swift"
cd "$work"
objects=("$bin"/SwiftProtobuf.build/*.swift.o)
module() {
  local name=$1
  shift
  swiftc -swift-version 5 -suppress-warnings -parse-as-library -enable-testing -emit-module -emit-object -whole-module-optimization \
    -Onone -module-name "$name" -I "$bin/Modules" -I . -o "$name.o" -emit-module-path "$name.swiftmodule" "$@"
}
module TokenAPI desk/Sources/TokenAPI/*.swift
module TokenStore desk/Sources/TokenStore/*.swift
cp desk/Tests/TokenStoreTests/TokenStoreTests.swift .
printf 'import XCTest\nXCTMain([testCase(TokenStoreTests.allTests)])\n' >main.swift
swiftc -swift-version 5 -suppress-warnings -module-name TokenStoreTests -I "$bin/Modules" -I . TokenStoreTests.swift main.swift \
  TokenAPI.o TokenStore.o "${objects[@]}" -o tests
./tests || failed=1
exit $failed
