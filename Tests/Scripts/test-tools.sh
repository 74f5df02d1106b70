#!/bin/sh
# Installs what tests compare with and users do not need: protoc, and pip to fetch packages that ship `.proto` files.
# Where nothing can be installed it says so, and the tests that want a tool are skipped or fail by themselves.
set -eu

missing=""
command -v protoc >/dev/null || missing="$missing protobuf-compiler"
python3 -m pip --version >/dev/null 2>&1 || missing="$missing python3-pip"
[ -n "$missing" ] || exit 0

if [ "$(uname -s)" = Darwin ] && command -v brew >/dev/null; then
  echo "test-tools: installing protobuf with Homebrew"
  brew install protobuf
elif command -v apt-get >/dev/null; then
  echo "test-tools: installing$missing with apt"
  root=""
  [ "$(id -u)" -eq 0 ] || root=sudo
  $root apt-get update -q || echo "test-tools: apt-get update reported errors; going on"
  # shellcheck disable=SC2086
  $root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
else
  echo "test-tools: install$missing by hand"
fi
