#!/bin/sh
# Holds the types against the compiler on our own samples and on code that uses all of SwiftGRPC: what of
# `make type-parity` has room in `make test`.
set -eu
cd "$(dirname "$0")"
if ! command -v python3 >/dev/null; then
  echo "installing python3, which drives the comparison"
  root=$([ "$(id -u)" -eq 0 ] || echo sudo)
  $root apt-get update -q
  $root apt-get install -q -y --no-install-recommends python3
fi
exec python3 parity.py --sample --show 40 --silent 10
