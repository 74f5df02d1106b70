#!/bin/sh
# Holds the generated names against protoc, protoc-gen-swift, protoc-gen-grpc-swift-2, the generator of gRPC for
# Objective-C and Swift's importer, and the places of names against the text, over public `.proto` files and over made ones with odd names; then reads half a million damaged
# ones. Fails below the bars.
set -eu
cd "$(dirname "$0")"
../Scripts/test-tools.sh
../Scripts/link-sources.sh .
protos=.build/protos
./protos.sh "$protos" all
# The generators are asked for by name, as they are products of other packages.
for product in names-parity positions proto-mutations protoc-gen-swift protoc-gen-grpc-swift-2; do
  swift build -c release --product "$product"
done
tools=.build/release
plugin=$(./objc-plugin.sh .build/objc-plugin)
"$tools/names-parity" --odd 120 --messages 3000 --services 300 --objc-plugin "$plugin" .build/scratch \
  "$protos"/googleapis-common-protos "$protos"/grpc-google-iam-v1 "$protos"/grpcio-tools \
  "$protos"/qdrant-client "$protos"/temporalio "$protos"/cosmospy-protobuf \
  "$protos"/osmosis-protobuf "$protos"/onnx
"$tools/positions" --files 1000 "$protos"
"$tools/proto-mutations" --count 500000 "$protos"
