#!/bin/bash
# Builds the book with the packages of requirements.txt, which it installs into .build/book: make.sh MOULT FOLDER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
environment=$here/../.build/book
command -v python3 >/dev/null || { echo "docs: python3 builds the book, and is not in PATH"; exit 1; }
if ! cmp -s "$here/requirements.txt" "$environment/requirements.txt"; then
  mkdir -p "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install -q --disable-pip-version-check -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$environment/"
fi
PYTHONDONTWRITEBYTECODE=1 exec "$environment/bin/python" "$here/build.py" "$1" "$2"
