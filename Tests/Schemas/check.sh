#!/bin/bash
# Validates what Moult writes and reads against schemas; needs Python 3.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
  command -v apt-get >/dev/null || { echo "schemas: Python 3 with venv is needed"; exit 1; }
  root=()
  [ "$(id -u)" -eq 0 ] || root=(sudo)
  "${root[@]}" apt-get update -q || true
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
    python3 python3-venv
fi
environment=.build/schemas
if ! "$environment/bin/python" -c 'import jsonschema, xmlschema, ruamel.yaml, sarif_pydantic' 2>/dev/null; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install -q 'jsonschema[format]==4.*' 'xmlschema==4.*' 'ruamel.yaml==0.18.*' \
    'sarif-pydantic==0.6.*'
fi
moult=${MOULT_BINARY:-$(pwd)/.build/debug/moult}
[ -x "$moult" ] || swift build --product moult
exec "$environment/bin/python" Tests/Schemas/check.py "$moult"
