#!/bin/sh
# Builds the generator of swift-protobuf and holds `moult impact` against what it, protoc, swiftc and clang say of each change in
# `kinds.json`. Needs protoc, Python 3, and a finished build of Moult, whose SwiftProtobuf the sample is compiled with.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
command -v protoc >/dev/null || { echo "impact: protoc is needed (Debian: protobuf-compiler)"; exit 1; }
products=$(dirname "${MOULT_BINARY:-}")
[ -d "$products/Modules" ] || products=$(cd "$root" && swift build --show-bin-path)
sources=$root/.build/checkouts/swift-protobuf/Sources
made=$root/.build/impact
mkdir -p "$made"
if [ ! -x "$made/protoc-gen-swift" ]; then
  library=$(find "$sources/SwiftProtobufPluginLibrary" -name '*.swift')
  generator=$(find "$sources/protoc-gen-swift" -name '*.swift')
  objects=$(find "$products/SwiftProtobuf.build" -name '*.o')
  # The generator is a product of another package; built here, it leaves the root's build as it is.
  # shellcheck disable=SC2086
  (
    cd "$made"
    swiftc -swift-version 6 -package-name swift_protobuf -module-name SwiftProtobufPluginLibrary -emit-module \
      -emit-library -static -parse-as-library -wmo -I "$products/Modules" $library -o libPluginLibrary.a
    swiftc -swift-version 6 -package-name swift_protobuf -module-name protoc_gen_swift -parse-as-library -wmo \
      -I . -I "$products/Modules" $generator libPluginLibrary.a $objects -o protoc-gen-swift
  )
fi
exec python3 "$here/oracle.py" "${MOULT_BINARY:-$products/moult}" "$products/Modules" "$made/protoc-gen-swift" "$@"
