#!/bin/sh
# What of `make names-parity` has room in `make test`: the generators' names of a few packages and of made files
# with odd names, the places of all names in them, and a few thousand damaged ones. Built for debugging, which is quicker in all.
set -eu
cd "$(dirname "$0")"
../Scripts/test-tools.sh
../Scripts/link-sources.sh .
protos=.build/protos
./protos.sh "$protos"
# The generators are products of other packages, and asked for by name. SwiftPM makes their packages' plugins anew, and all that
# they need, where a variable of the environment is another than the last time: those of a run of the tests always are.
for product in names-parity positions proto-mutations protoc-gen-swift protoc-gen-grpc-swift-2; do
  env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u MOULT_BINARY -u MOULT_CACHE -u MOULT_CHECKS -u MOULT_SUITES \
    swift build --product "$product"
done
tools=.build/debug
"$tools/names-parity" --odd 10 --messages 500 --services 40 .build/scratch \
  "$protos"/googleapis-common-protos "$protos"/grpcio-tools "$protos"/qdrant-client
"$tools/positions" --files 90 "$protos"
"$tools/proto-mutations" --count 2000 "$protos"
