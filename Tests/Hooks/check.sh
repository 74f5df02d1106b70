#!/bin/bash
# Runs the hooks of .pre-commit-hooks.yaml with pre-commit in a repository of its own, and the steps of action.yml.
#
# Installs pre-commit into a cache folder: $MOULT_TEST_CACHE, or moult-test in the user's cache.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cache=${MOULT_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/moult-test}
moult=${MOULT_BINARY:-$root/.build/debug/moult}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
check() {
  local name=$1 wanted=$2 code=0
  shift 2
  "$@" >"$work/output" 2>&1 || code=$?
  if [ "$code" -eq "$wanted" ]; then
    echo "ok: $name"
  else
    echo "FAILED: $name: exit code $code and not $wanted"
    cat "$work/output"
    status=1
  fi
}
says() { grep -qF -- "$1" "$work/output" || { echo "FAILED: nobody says '$1'"; cat "$work/output"; status=1; }; }

# The action: a release is unpacked if its checksum is right, moult runs with its arguments, and its exit code is kept.
mkdir -p "$work/release/moult-0-linux/bin" "$work/project"
cp "$moult" "$work/release/moult-0-linux/bin/moult"
tar -C "$work/release" -czf "$work/moult.tar.gz" moult-0-linux
printf 'import SwiftGRPC\n' >"$work/project/A.swift"
export RUNNER_TEMP=$work/runner GITHUB_OUTPUT=$work/outputs ARCHIVE=file://$work/moult.tar.gz
if command -v curl >/dev/null; then
  CHECKSUM=0 check 'an archive with another checksum is refused' 2 "$root/.ci/action.sh" get
  CHECKSUM='' check 'an archive without a checksum is refused' 2 "$root/.ci/action.sh" get
  CHECKSUM=$(sha256sum "$work/moult.tar.gz" | cut -d' ' -f1) \
    check 'an archive is unpacked' 0 "$root/.ci/action.sh" get
  cd "$work/project"
  ARGUMENTS='lint --format xcode' check 'the action fails where something is found' 1 "$root/.ci/action.sh" run
  says 'A.swift:1:8: error:'
  if ! grep -qx 'exit-code=1' "$GITHUB_OUTPUT"; then echo 'FAILED: the exit code is lost'; status=1; fi
fi

# The files are YAML, and name what exists.
command -v python3 >/dev/null || { echo "Hooks: no python3, so pre-commit is not tried"; exit $status; }
if ! "$cache/hooks/bin/pip" freeze 2>/dev/null | grep -qxF -f "$here/requirements.txt"; then
  mkdir -p "$cache"
  python3 -m venv "$cache/hooks"
  "$cache/hooks/bin/pip" install -q --disable-pip-version-check -r "$here/requirements.txt"
fi
precommit=$cache/hooks/bin/pre-commit
mkdir "$work/bin" "$work/hooks" "$work/app"
ln -s "$moult" "$work/bin/moult"
export PATH=$work/bin:$PATH GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null PRE_COMMIT_HOME=$work/home
git_() { git -c user.name=t -c user.email=t@example.com "$@"; }
# pre-commit takes hooks from a commit, so they are given one without all the sources.
cp "$root/.pre-commit-hooks.yaml" "$work/hooks"
(cd "$work/hooks" && git_ init -q . && git_ add -A && git_ commit -qm hooks)
cd "$work/app"
printf 'import SwiftGRPC\n// one\n// two\n' >A.swift
git_ init -q . && git_ add -A && git_ commit -qm app
check 'the manifest of the hooks is valid' 0 "$precommit" validate-manifest "$root/.pre-commit-hooks.yaml"
try() { "$precommit" try-repo "$work/hooks" "$@" --verbose; }
printf 'import SwiftGRPC\n// one\n// 2\n' >A.swift
git_ add -A
check 'a line that nobody changed is nobody’s fault' 0 try moult-lint-system
printf 'import SwiftGRPC // mine\n// one\n// 2\n' >A.swift
git_ add -A
check 'a staged old use stops the commit' 1 try moult-lint-system
says 'grpc-swift.import-swiftgrpc'
check 'the fixing hook rewrites and stops the commit' 1 try moult-fix-system
says 'files were modified by this hook'
check 'the file is rewritten' 0 grep -x 'import GRPC // mine' A.swift
git_ add -A
check 'the second time the hook passes' 0 try moult-fix-system
exit $status
