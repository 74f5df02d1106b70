#!/bin/bash
# Asks `.ci/version.sh` for versions in a repository made for it. Builds nothing.
set -euo pipefail
script=$(cd "$(dirname "$0")/../.." && pwd)/.ci/version.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export MOULT_ROOT=$work GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com
status=0

# expect CODE WORDS ARGUMENT…: the exit code, and what the output has in it.
expect() {
  local code=$1 words=$2 got=0 said
  shift 2
  said=$("$script" "$@" 2>&1) || got=$?
  if [ "$got" -ne "$code" ] || [[ $said != *"$words"* ]]; then
    echo "FAILED: version.sh $*: exit code $got, wanted $code and '$words': $said"
    status=1
  fi
}

commit() { git -C "$work" add -A && git -C "$work" commit -q -m "$1"; }

mkdir -p "$work/Sources/moult"
echo 'let toolVersion = "0.2.0"' >"$work/Sources/moult/Moult.swift"
printf '# Changelog\n\n## [Unreleased]\n\n- later\n\n## [0.2.0] - 2026-01-31\n\n### Added\n\n- this\n\n## [0.1.0] - 2025-12-24\n\n- before\n' \
  >"$work/CHANGELOG.md"
git -C "$work" init -q
commit first

expect 1 "no version" check 0.2
expect 1 "no version" check "0.2.0; ls"
expect 1 "another version" check 0.1.0
expect 0 "" check 0.2.0
expect 0 $'### Added\n\n- this' notes 0.2.0
[ "$("$script" notes 0.2.0)" = $'### Added\n\n- this' ] || { echo "FAILED: notes have more than their version"; status=1; }
echo x >"$work/untracked"
expect 1 "untracked" tag 0.2.0
rm "$work/untracked"
expect 0 "tagged" tag 0.2.0
[ "$(git -C "$work" tag -l --format='%(contents)' 0.2.0)" = $'### Added\n\n- this' ] || { echo "FAILED: the tag says something else"; status=1; }
expect 1 "already" tag 0.2.0
echo 'let toolVersion = "0.3.0"' >"$work/Sources/moult/Moult.swift"
commit second
expect 1 "has no" check 0.3.0
sed -i.bak 's/^## \[Unreleased\]/&\n\n## [0.3.0] - 2026-02-01/; /later/d' "$work/CHANGELOG.md"
rm "$work/CHANGELOG.md.bak"
commit third
expect 1 "says nothing" check 0.3.0
exit $status
