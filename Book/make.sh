#!/bin/bash
# Runs a script of this folder with the packages of requirements.txt, which it installs into .build/book:
#
#   Book/make.sh build.py MOULT FOLDER
#   Book/make.sh cast.py MOULT
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
script=$1
shift
PYTHONDONTWRITEBYTECODE=1 exec "$environment/bin/python" "$here/$script" "$@"
