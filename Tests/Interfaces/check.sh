#!/bin/sh
# Checks the interfaces, the generated samples, the fixtures and the cases of pages against the compiler.
#
#   Tests/Interfaces/check.sh
#
# Builds the stubs, type-checks the sample of each era, the files under `accepted/ERA` and every
# fixture's `before`, and makes sure that each file under `rejected/ERA` is refused: stubs that accept anything would prove nothing.
# Then the built `moult` has the code of every page's cases type-checked in the era it is written for.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
swiftc=${SWIFTC:-swiftc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

"$here/build-stubs.sh" "$work/stubs"

for era in 0 1 2; do
  sample=$root/Rules/grpc-swift/$era/Generated.swift
  accepts() {
    "$swiftc" -typecheck -swift-version 5 -suppress-warnings -module-name Case \
      -I "$work/stubs/$era" "$sample" "$@"
  }
  if accepts; then echo "sample of era $era: ok"; else failed=1; fi
  for file in "$here/accepted/$era"/*.swift; do
    [ -f "$file" ] || continue
    if accepts "$file"; then
      echo "accepted/$era/$(basename "$file" .swift): ok"
    else
      failed=1
    fi
  done
  for file in "$here/rejected/$era"/*.swift; do
    if accepts "$file" 2>/dev/null; then
      echo "error: ${file#"$root/"} type-checks, and should not" >&2
      failed=1
    else
      echo "rejected/$era/$(basename "$file" .swift): ok"
    fi
  done
done

# The fixtures that are on grpc-swift 0; the others say in their `expected.md` what they are.
for list in "$root"/Fixtures/*/targets; do
  project=$(dirname "$list")/before
  echo "${project#"$root/"}:"
  "$here/typecheck-fixture.sh" "$project" 0 "$work/stubs" || failed=1
done

echo "cases of pages:"
moult=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
if [ -x "$moult" ]; then
  # Of macros the interfaces have the declaration alone.
  mkdir "$work/bin"
  cat >"$work/bin/swiftc" <<EOF
#!/bin/sh
exec "$(command -v "$swiftc")" -load-plugin-executable "$here/macros.py#CasePathsMacros" \\
  -load-plugin-executable "$here/macros.py#DependenciesMacrosPlugin" "\$@"
EOF
  chmod +x "$work/bin/swiftc"
  (cd "$work" && PATH="$work/bin:$PATH" "$moult" test --type-check >"$work/cases.txt" 2>&1) || true
  cat "$work/cases.txt"
  # What is known to be wrong is listed, and the list must be right: a case that is mended goes from it.
  sed -n 's/^error: \([^:]*:[0-9]*\): .* does not type-check: \(.*\)$/\1 \2/p' "$work/cases.txt" |
    sed 's/:[0-9]* / /' | sort >"$work/found.txt"
  grep -v '^#' "$here/known-errors.txt" | sort >"$work/known.txt"
  diff "$work/known.txt" "$work/found.txt" || { echo "error: other cases than the known ones" >&2; failed=1; }
  grep -q ' texts type-check; ' "$work/cases.txt" || failed=1
else
  echo "error: there is no $moult; run 'swift build' first" >&2
  failed=1
fi

exit $failed
