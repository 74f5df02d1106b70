#!/bin/sh
# What `moult fix` makes of the fixtures on grpc-swift 0 type-checks, and does not depend on the order of rules.
#
#   Tests/Hops/check.sh
#
# The compiler looks at each result with stub modules of the era that it is in: after a safe fix nothing may be wrong, after
# the others each error must be one that `moult lint` speaks of (project.sh, explained.py). Generated code is generated again,
# as whoever moves a project does; generated_v1.py stands for the generator. Then the same fixtures are fixed with the rules
# in other orders (order.sh), and the cases of the hop are counted (count_cases.py).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
MOULT_BINARY=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
export MOULT_BINARY
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

[ -x "$MOULT_BINARY" ] || { echo "error: there is no $MOULT_BINARY; run 'swift build' first" >&2; exit 1; }
"$root/Tests/Interfaces/build-stubs.sh" "$work/stubs" "0 1"

# The script that stands for the generator makes of the sample of era 0 the sample of era 1.
python3 "$here/generated_v1.py" "$root/Rules/grpc-swift/0/Generated.swift" >"$work/sample.swift"
python3 "$here/generated_v1.py" --compare "$root/Rules/grpc-swift/1/Generated.swift" "$work/sample.swift" || failed=1

xargs -L 1 -P "$(getconf _NPROCESSORS_ONLN)" "$here/project.sh" "$work/stubs" <<END || failed=1
hello-v0 futures
messenger-ios futures
relay-tool futures
depot-v0 futures
hello-v0 futures --placeholders
hello-v0 futures --review
messenger-ios futures --review
relay-tool futures --review --placeholders
depot-v0 futures --review --placeholders
depot-v0 async --review --placeholders
END

printf '%s\n' relay-tool depot-v0 | xargs -L 1 -P "$(getconf _NPROCESSORS_ONLN)" "$here/order.sh" || failed=1

echo "whole functions that are rewritten, by the style of the call:"
python3 "$here/count_cases.py" "$root/Rules/grpc-swift/0-1" 10 || failed=1

exit $failed
