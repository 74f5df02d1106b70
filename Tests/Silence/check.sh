#!/bin/bash
# Lints packages in which `Metadata`, `RPCError`, `Channel` and `Server` mean other things, and finds nothing.
#
#   Tests/Silence/check.sh
#
# Twice: each package alone, where nothing is found but what `true-findings.txt` lists; and, so that their Swift is resolved
# and not only searched, some of them in one folder with a project of the old era, where every finding
# must lie in that project. Clones the packages that are not in $MOULT_CORPUS yet.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
moult=${MOULT_BINARY:-$(swift build --show-bin-path)/moult}
corpus=${MOULT_CORPUS:-$root/.build/silence}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$corpus"
failed=0

while read -r repository version; do
  name=${repository##*/}
  if [ ! -d "$corpus/$name" ]; then
    git -c advice.detachedHead=false clone -q --depth 1 --branch "$version" \
      "https://github.com/$repository" "$corpus/$name"
  fi
  code=0
  (cd "$corpus" && "$moult" lint "$name") >"$work/out" || code=$?
  # What is true of a package is listed, and the list must be right.
  grep -oE '^[^ ]+:[0-9]+:[0-9]+: .*\[[a-z0-9.-]+\]$' "$work/out" |
    sed -E 's/^([^ ]+):[0-9]+:[0-9]+: .*\[(.*)\]$/\1 \2/' | sort >"$work/found" || true
  grep "^$name/" Tests/Silence/true-findings.txt | sort >"$work/known" || true
  if [ "$code" -le 1 ] && diff "$work/known" "$work/found" >&2; then
    echo "silent: $name $version, $(grep -o 'seen: [0-9]* Swift' "$work/out"), $(wc -l <"$work/known") true findings"
  else
    echo "error: findings in $name, or it could not be judged" >&2
    cat "$work/out" >&2
    failed=1
  fi
done <Tests/Benchmarks/packages.txt

# Swift that is really resolved: a word of the old era lies in the same run.
mixed=$work/mixed
mkdir "$mixed"
cp -R Fixtures/hello-v0/before "$mixed/hello"
for name in grpc-swift-2 hummingbird jwt-kit; do cp -R "$corpus/$name" "$mixed/"; done
code=0
(cd "$mixed" && "$moult" lint --format xcode .) >"$work/full" || code=$?
sed "s|^$(cd "$mixed" && pwd -P)/||" "$work/full" >"$work/out"
here=$(grep -c '^hello/' "$work/out" || true)
elsewhere=$(grep -E '^[^ ]+:[0-9]+:[0-9]+: ' "$work/out" | grep -vc '^hello/' || true)
echo "resolved together: $here findings in the old project, $elsewhere elsewhere, exit code $code"
if [ "$code" -ne 1 ] || [ "$here" -lt 80 ] || [ "$elsewhere" -ne 0 ]; then
  grep -E '^[^ ]+:[0-9]+:[0-9]+: ' "$work/out" | grep -v '^hello/' | head >&2
  failed=1
fi
exit $failed
