#!/bin/sh
# Clones the Swift packages that the parity tools read into DIR, each at a fixed version: all, or those named.
set -eu
dir=${1:?usage: corpus.sh DIR [NAME…]}
shift
wanted=" $* "
mkdir -p "$dir"

# Some repositories write their tags with a `v`.
clone() {
  git -c advice.detachedHead=false clone -q --depth 1 --branch "$2" "https://github.com/$1" "$dir/${1##*/}" 2>/dev/null </dev/null
}

while read -r repository version; do
  name=${repository##*/}
  if [ $# -gt 0 ] && [ "${wanted#* "$name" }" = "$wanted" ]; then continue; fi
  if [ -d "$dir/$name/.git" ]; then continue; fi
  echo "cloning $repository $version"
  clone "$repository" "$version" || clone "$repository" "v$version" || {
    echo "cannot clone $repository $version" >&2
    exit 1
  }
done <<LIST
swiftlang/swift-syntax 603.0.1
apple/swift-nio 2.101.2
apple/swift-protobuf 1.39.0
hummingbird-project/hummingbird 2.28.1
groue/GRDB.swift 7.10.0
apple/swift-collections 1.6.0
attaswift/BigInt 6.0.1
apple/swift-argument-parser 1.8.2
grpc/grpc-swift-2 2.4.3
grpc/grpc-swift-protobuf 2.4.1
grpc/grpc-swift-nio-transport 2.9.2
swift-server/async-http-client 1.37.0
vapor/jwt-kit 5.7.1
apple/swift-nio-ssl 2.37.6
apple/swift-nio-http2 1.46.0
apple/swift-nio-extras 1.35.2
apple/swift-crypto 4.5.2
apple/swift-log 1.16.2
apple/swift-metrics 2.13.0
apple/swift-async-algorithms 1.1.4
apple/swift-algorithms 1.2.1
apple/swift-numerics 1.1.1
apple/swift-system 1.8.1
apple/swift-certificates 1.21.1
apple/swift-asn1 1.7.4
apple/swift-http-types 1.8.0
apple/swift-atomics 1.3.0
apple/swift-distributed-tracing 1.7.3
swift-server/swift-service-lifecycle 2.13.0
jpsim/Yams 6.2.2
LIST
