#!/bin/sh
# Turns the interfaces under Rules into stub modules that code can be type-checked against.
#
#   Tests/Interfaces/build-stubs.sh OUTDIR [ERA]
#
# Writes OUTDIR/0 (grpc-swift 0.x), OUTDIR/1 (1.x) and OUTDIR/2 (2.x), or only the ERA asked for.
# Each folder is complete: `swiftc -typecheck -swift-version 5 -I OUTDIR/1 File.swift …`.
#
# What makes a handwritten interface acceptable to the compiler:
#   * the two comment lines `swift-interface-format-version` and `swift-module-flags` come first;
#     `-enable-library-evolution` is left out, so that a `switch` over an imported enum is
#     exhaustive without `@unknown default`, as it is for modules built from source;
#   * `-module-name` is given to the frontend as well and agrees with the flags line;
#   * the interface is named by an absolute path: the stub records where it came from, and the
#     compiler looks there again whenever the stub is imported;
#   * `import Swift` is written out, and `import _Concurrency` where async sequences are named.
# An interface that does not compile is reported in a misleading way ("this SDK is not
# supported by the compiler"); the errors in front of that line are the ones that matter.
set -eu

out=${1:?usage: build-stubs.sh OUTDIR [ERA]}
eras=${2:-"0 1 2"}
root=$(cd "$(dirname "$0")/../.." && pwd)
rules=$root/Rules
swiftc=${SWIFTC:-swiftc}

stub() {
  name=$(basename "$1" .swiftinterface)
  "$swiftc" -frontend -compile-module-from-interface "$rules/$1" \
    -module-name "$name" -I "$folder" -o "$folder/$name.swiftmodule" ||
    { echo "error: $1 does not compile" >&2; exit 1; }
}

for era in $eras; do
  mkdir -p "$out/$era"
  folder=$(cd "$out/$era" && pwd)
  stub swift-protobuf/1/SwiftProtobuf.swiftinterface
  case $era in
    0)
      stub grpc-swift/0/SwiftGRPC.swiftinterface
      stub grpc-swift/0/SwiftGRPC_0_4.swiftinterface
      ;;
    1)
      for module in NIOConcurrencyHelpers Logging NIOCore NIOPosix NIOEmbedded NIO NIOHPACK NIOSSL; do
        stub support/$module.swiftinterface
      done
      stub grpc-swift/1/GRPC.swiftinterface
      stub grpc-swift/1/GRPCReflectionService.swiftinterface
      ;;
    2)
      for module in NIOConcurrencyHelpers Logging NIOCore NIOPosix NIOEmbedded NIO NIOHPACK NIOSSL; do
        stub support/$module.swiftinterface
      done
      for module in GRPCCore GRPCInProcessTransport GRPCProtobuf GRPCNIOTransportCore \
        GRPCNIOTransportHTTP2Posix GRPCNIOTransportHTTP2 GRPCHealthService GRPCReflectionService; do
        stub grpc-swift/2/$module.swiftinterface
      done
      ;;
    *) echo "error: no era $era" >&2; exit 2 ;;
  esac
done
