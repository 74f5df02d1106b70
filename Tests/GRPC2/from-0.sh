#!/bin/bash
# Takes the fixtures on grpc-swift 0 to 2 in one run and says how much is left to a person; each finding that is left has a next step.
#
#   Tests/GRPC2/from-0.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
work=${MOULT_GRPC2_WORK:-$root/.build/grpc2}/from-0
rm -rf "$work"
mkdir -p "$work"
failed=0

# Prints the number of findings in a project, and how many of them are for a person without a next step.
count() {
  local code=0
  (cd "$1" && "$moult" lint --format json ${MOULT_OPTIONS:-} .) >"$1.json" 2>"$1.err" || code=$?
  [ "$code" -le 1 ] || { cat "$1.err" >&2; exit 1; }
  python3 -c '
import json, sys
found = json.load(open(sys.argv[1]))["findings"]
print(len(found), sum(1 for f in found if f["safety"] == "manual" and not f.get("nextStep")))' "$1.json"
}

for fixture in hello-v0 relay-tool messenger-ios depot-v0; do
  project=$work/$fixture
  cp -R "$root/Fixtures/$fixture/before" "$project"
  printf 'targets:\n  grpc-swift: 2\n' >"$project/.moult.yml"
  read -r before _ < <(count "$project")
  code=0
  (cd "$project" && "$moult" fix --review --allow-dirty ${MOULT_OPTIONS:-} .) >"$project.txt" 2>&1 || code=$?
  [ "$code" -eq 1 ] || { tail "$project.txt" >&2; failed=1; }
  read -r after silent < <(count "$project")
  echo "$fixture: $after of $before findings are left ($((100 * after / before)) %), $silent of them without a next step"
  [ "$silent" -eq 0 ] || failed=1
done
exit $failed
