#!/bin/sh
# Fixes a fixture with rules in other orders and with other numbers of threads: a part of check.sh.
#
#   Tests/Hops/order.sh FIXTURE
#
# Exits 1 if a file of the result differs from what one thread makes of it with the rules in their own order.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
fixture=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fixed() {
  cp -R "$root/Fixtures/$fixture/before" "$work/$1"
  (cd "$work/$1" && shift && "$moult" fix --review --placeholders --allow-dirty "$@" >/dev/null 2>&1) || [ $? = 1 ]
}

fixed first --jobs 1
failed=0
if diff -rq "$root/Fixtures/$fixture/before" "$work/first" >/dev/null; then
  echo "error: $fixture is not fixed at all"
  exit 1
fi
for seed in 1 2 3; do
  jobs=$((seed * seed + 1))
  python3 "$here/shuffled.py" "$root/Rules" "$work/rules$seed" $seed
  fixed "other$seed" --jobs $jobs --catalogue "$work/rules$seed"
  diff -r "$work/first" "$work/other$seed" ||
    { echo "error: $fixture, order $seed with $jobs threads gives other bytes"; failed=1; }
done
[ $failed = 0 ] && echo "$fixture, rules in 3 other orders with 2, 5 and 10 threads: the same bytes"
exit $failed
