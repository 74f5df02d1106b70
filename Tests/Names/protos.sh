#!/bin/sh
# Brings public `.proto` files into DIR, one folder for each import path: what `make names-parity` compares with.
# They come from packages of PyPI that ship them and, with `all`, from Debian packages; nothing of it is committed.
#
#   Tests/Names/protos.sh DIR [all]
set -eu
dir=${1:?usage: protos.sh DIR [all]}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

# Unpacks a wheel's .proto files: PACKAGE, and the folders in it that import paths begin at.
wheel() {
  [ -d "$dir/$1" ] && return
  work=$(mktemp -d)
  if python3 -m pip download --no-deps -q --only-binary :all: -d "$work" "$1"; then
    python3 - "$work" "$work/out" <<'PY'
import glob, sys, zipfile
for name in glob.glob(sys.argv[1] + "/*.whl"):
    with zipfile.ZipFile(name) as archive:
        for entry in archive.namelist():
            if entry.endswith(".proto"):
                archive.extract(entry, sys.argv[2])
PY
    package=$1
    shift
    mkdir -p "$work/all"
    for folder; do
      if [ -d "$work/out/$folder" ]; then cp -R "$work/out/$folder/." "$work/all"; fi
    done
    set -- "$package"
    mv "$work/all" "$dir/$package"
  fi
  rm -rf "$work"
  [ -d "$dir/$1" ] || echo "protos: $1 could not be had" >&2
}

# Unpacks the .proto files of a Debian package.
debian() {
  [ -d "$dir/$1" ] && return
  work=$(mktemp -d)
  (cd "$work" && apt-get download -q "$1" >/dev/null 2>&1 && dpkg -x ./*.deb out) || true
  if [ -d "$work/out" ]; then
    (cd "$work/out" && find . -name '*.proto' -type f | while read -r file; do
      mkdir -p "$dir/$1/$(dirname "$file")"
      cp "$file" "$dir/$1/$file"
    done)
  fi
  rm -rf "$work"
  [ -d "$dir/$1" ] || echo "protos: $1 could not be had" >&2
}

wheel googleapis-common-protos .
wheel grpc-google-iam-v1 .
wheel grpcio-tools grpc_tools/_proto
wheel qdrant-client qdrant_client/proto
if [ "${2:-}" = all ]; then
  protos=temporalio/bridge/sdk-core/crates/protos/protos
  wheel temporalio $protos/api_upstream $protos/api_cloud_upstream $protos/local
  wheel cosmospy-protobuf cosmospy_protobuf
  wheel osmosis-protobuf osmosis_protobuf
  wheel stargaze-protobuf stargaze_protobuf
  wheel evmos-protobuf evmos_protobuf
  wheel onnx .
  for package in golang-etcd-server-dev golang-github-containerd-containerd-dev \
    golang-github-docker-docker-dev golang-github-gogo-googleapis-dev \
    golang-github-gogo-protobuf-dev golang-github-googleapis-gnostic-dev \
    golang-github-grpc-ecosystem-grpc-gateway-dev golang-go.opencensus-dev \
    golang-google-grpc-dev golang-google-protobuf-dev; do
    debian "$package"
  done
fi
