#!/bin/sh
# Fixes a copy of one fixture and type-checks it: a part of check.sh.
#
#   Tests/Hops/project.sh STUBS FIXTURE STYLE [OPTION…]
#
# STUBS has the stub modules of eras 0 and 1, STYLE is `futures` or `async` (what becomes of servers), OPTIONs are those of
# `moult fix`. Without any, the result must be of one era and without errors. With some, each error must be explained.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
stubs=$1
fixture=$2
style=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project=$work/before

fail() {
  echo "error: $fixture, fix $*"
  exit 1
}

cp -R "$root/Fixtures/$fixture/before" "$root/Fixtures/$fixture/targets" "$work"
if [ "$style" != futures ]; then echo "grpc-swift: { server-style: $style }" >"$project/.moult.yml"; fi
cd "$project"
"$moult" fix --allow-dirty "$@" >"$work/fix.txt" 2>&1 || [ $? = 1 ] || { cat "$work/fix.txt"; fail "$*: no answer"; }
"$moult" lint --format json >"$work/report.json" 2>/dev/null || [ $? = 1 ] || fail "$*: lint has no answer"

# The eras of grpc-swift whose module a file written by a person imports.
find . -name '*.swift' ! -name '*.grpc.swift' ! -name '*.pb.swift' -exec cat {} + >"$work/sources"
eras=
if grep -q '^ *import SwiftGRPC' "$work/sources"; then eras=0; fi
if grep -q '^ *import GRPC' "$work/sources"; then eras="${eras}1"; fi
case $eras in
  # Findings explain nothing where nothing was changed.
  0) if [ $# = 0 ]; then echo '{"findings": []}' >"$work/report.json"; fi ;;
  1)
    if [ $# = 0 ]; then echo '{"findings": []}' >"$work/report.json"; fi
    find . -name '*.grpc.swift' | while read -r file; do
      python3 "$here/generated_v1.py" "$file" >"$work/new.swift"
      mv "$work/new.swift" "$file"
    done
    ;;
  *) fail "$*: the result is of no one era: '$eras'" ;;
esac
"$here/typecheck.sh" "$project" "$stubs/$eras" >"$work/errors.txt"
# The result says its figures in one line, before what is wrong.
python3 "$here/explained.py" "$project" "$work/report.json" "$work/errors.txt" >"$work/said.txt" && code=0 || code=1
echo "$fixture, $style${*:+, $*}, era $eras: $(cat "$work/said.txt")"
exit $code
