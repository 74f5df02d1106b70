#!/bin/sh
# Generates the Swift sources again and shows what changed.
set -eu

out=Sources/HelloAPI

if ! command -v protoc-gen-grpc-swift >/dev/null; then
  echo "the gRPC plugin is not on the PATH" >&2
  exit 1
fi

protoc -I Protos \
  --swift_out="$out" --swift_opt=Visibility=Public \
  --grpc-swift_out="$out" --grpc-swift_opt=Visibility=Public,TestClient=true \
  Protos/hello_types.proto Protos/hello_service.proto

git diff --stat -- "$out"
