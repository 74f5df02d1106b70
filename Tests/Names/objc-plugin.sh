#!/bin/sh
# Builds the generator of gRPC for Objective-C and prints the path of the program: Debian ships those of other languages
# alone, but the sources of the Python package `grpcio-tools` have it beside their own. The version is the last one that
# goes with the headers of protoc that Debian has.
#
#   Tests/Names/objc-plugin.sh DIR
set -eu
dir=${1:?usage: objc-plugin.sh DIR}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
plugin=$dir/grpc_objective_c_plugin
if [ ! -x "$plugin" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # The package's build script wants a module that later versions of setuptools have dropped.
  echo 'setuptools<70' >"$work/constraints.txt"
  PIP_CONSTRAINT=$work/constraints.txt python3 -m pip download -q --no-deps --no-binary :all: \
    -d "$work" grpcio-tools==1.51.3 >&2
  tar -xzf "$work"/grpcio*tools-1.51.3.tar.gz -C "$work" --strip-components 1
  (cd "$work/grpc_root" && "${CXX:-c++}" -std=c++17 -I. -Iinclude -o "$plugin" \
    src/compiler/objective_c_plugin.cc src/compiler/objective_c_generator.cc -lprotoc -lprotobuf) >&2
fi
echo "$plugin"
