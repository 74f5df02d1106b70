#!/bin/bash
# A sample of `make learned`: pages are drafted for one hop of our own, reach what our pages are about, and pass. Less than a minute.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
moult=${MOULT_BINARY:-$root/.build/debug/moult}
command -v python3 >/dev/null || { echo "Learned: no python3, so nothing is tested here"; exit 0; }
command -v swiftc >/dev/null || { echo "Learned: no swiftc, so nothing is tested here"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
./reach.py "$moult" ../../Rules "$work" "$work/drafts" connect-swift
