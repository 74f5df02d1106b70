#!/bin/bash
# Leads fixtures through `moult migrate` without a terminal, and type-checks every commit with stubs of the era that it is on.
#
#   Tests/Migration/check.sh [FIXTURE…]
#
# Then each is led again, killed at a moment of its own, and continued: it ends in the same tree. MOULT_KILLS says how often.
# Generated code comes from the scripts that stand for the generators; what a step leaves to a person is done here, between a run
# with --leave and one with --continue: relay-tool's last function goes, weather-async gets the interceptor of Tests/GRPC2. The macros
# that quiz-client uses are those of Tests/Interfaces. `real.sh` builds what leads to grpc-swift 2 with the real packages. MOULT_BINARY names another moult than the built one.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$root/.build/debug/moult}
swiftc=${SWIFTC:-swiftc}
[ $# -gt 0 ] || set -- hello-v0 relay-tool weather-async quiz-client
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/lead.sh"
kills=${MOULT_KILLS:-2}
"$root/Tests/Interfaces/build-stubs.sh" "$work/stubs"

# What makes generated code anew, in the folder of the project; $1 is the era.
cat >"$work/generate.sh" <<EOF
find . -name '*.grpc.swift' | while read -r file; do
  python3 "\$(echo '$root/Tests/Hops/generated_v1.py $root/Tests/Trust/generated_v2.py' | cut -d' ' -f"\$1")" "\$file" >"$work/new.swift"
  mv "$work/new.swift" "\$file"
done
EOF

# What the packages declare beyond what rules are about, and quiz-client uses. The operator is deprecated, and still there.
supplement() {
  case $1-$2 in
    ConcurrencyExtras-*)
      echo 'extension _Concurrency.Task where Success == Swift.Never, Failure == Swift.Never {'
      echo '  public static func never() async throws -> Swift.Never'
      echo '}' ;;
    CasePaths-1)
      echo 'prefix operator /'
      echo 'prefix public func / <Root, Value>(embed: @escaping (Value) -> Root) -> CasePaths.AnyCasePath<Root, Value>' ;;
  esac
}

# The stubs of Point-Free's packages, and a compiler that knows their macros.
point_free_stubs() {
  local era module interface
  for era in 0 1; do
    mkdir -p "$work/stubs/point-free-$era"
    for module in ConcurrencyExtras IssueReporting XCTestDynamicOverlay CustomDump CasePaths Dependencies DependenciesMacros Parsing \
      URLRouting; do
      interface=$root/Rules/point-free/$era/$module.swiftinterface
      [ -f "$interface" ] || continue
      cp "$interface" "$work/stubs/point-free-$era/"
      supplement "$module" "$era" >>"$work/stubs/point-free-$era/$module.swiftinterface"
      (cd "$work/stubs/point-free-$era" && "$swiftc" -frontend -compile-module-from-interface "$PWD/$module.swiftinterface" \
        -module-name "$module" -I . -o "$module.swiftmodule")
    done
  done
  cat >"$work/swiftc" <<EOF
#!/bin/sh
shift
exec "$(command -v "$swiftc")" -frontend -load-plugin-executable "$root/Tests/Interfaces/macros.py#CasePathsMacros" \\
  -load-plugin-executable "$root/Tests/Interfaces/macros.py#DependenciesMacrosPlugin" "\$@"
EOF
  chmod +x "$work/swiftc"
}

# Prints what the compiler refuses of the project in the working directory.
errors() {
  local era=0
  if [ "$fixture" = quiz-client ]; then
    [ -d "$work/stubs/point-free-0" ] || point_free_stubs
    if grep -q 'swift-case-paths", from: "1' Package.swift; then era=1; fi
    SWIFTC="$work/swiftc" "$root/Tests/Hops/typecheck.sh" . "$work/stubs/point-free-$era" |
      sed "s|^$PWD/||; s/:[0-9]*:[0-9]*: / /" | grep -v '^<unknown>' | sort -u >"$work/refused.txt"
    # The interfaces declare what rules are about and little of parsers: what is refused before anything is done, they leave out.
    [ -f "$work/left-out.txt" ] || cp "$work/refused.txt" "$work/left-out.txt"
    comm -23 "$work/refused.txt" "$work/left-out.txt"
    return
  fi
  if grep -rqE '^ *(public )?import GRPC$' Sources; then era=1; fi
  if grep -rqE '^ *(public )?import GRPCCore$' Sources; then era=2; fi
  "$root/Tests/Hops/typecheck.sh" . "$work/stubs/$era"
}

# The targets of a fixture, each behind those that it depends on.
targets() {
  case $1 in
    weather-async) printf '%s\n' ForecastAPI ForecastKit forecast ForecastKitTests ;;
    quiz-client) printf '%s\n' QuizModels QuizRouter ApiClient ApiClientLive QuizFeature quiz ApiClientTests ;;
    *) cat "$root/Fixtures/$1/targets" ;;
  esac
}

# What a step leaves to a person.
person() {
  case $fixture in
    relay-tool) sed -i '/^\/\/\/ Answers each item/,$d' Sources/relay/Sync.swift ;;
    weather-async) cp -R "$root/Tests/GRPC2/weather-async/." . ;;
  esac
}

failed=0
for fixture; do
  rm -rf "$work/targets"
  targets "$fixture" >"$work/targets"
  era=1
  if [ "$fixture" = weather-async ]; then era=2; fi
  generate="sh $work/generate.sh $era"
  prepare "$fixture"
  start=$(date +%s%N)
  lead
  took=$((($(date +%s%N) - start) / 1000000))
  tree=$(git rev-parse 'HEAD^{tree}')
  git ls-tree -r HEAD >"$work/tree.txt"
  end=$(git rev-parse HEAD)
  said=$(cat "$work/said.txt")
  for commit in $(git rev-list --reverse HEAD); do
    git checkout -q "$commit"
    title=$(git log -1 --format=%s)
    found=$(errors)
    if [ -z "$found" ]; then
      echo "$fixture: builds: $title"
    else
      echo "$fixture: does not build: $title"
      echo "$found"
      failed=1
    fi
  done
  git checkout -q "$end"
  # All that is still found, and nothing else, is in the list at the end.
  # A target that a deployment target decides is said first.
  "$moult" lint --format concise 2>/dev/null | grep -v 'platform-floor\]$' | cut -d' ' -f1 >"$work/left.txt" || true
  while read -r place; do
    case $said in
      *"  $place "*) ;;
      *) echo "$fixture: $place is left and not listed"; failed=1 ;;
    esac
  done <"$work/left.txt"
  echo "$fixture: $(wc -l <"$work/left.txt") places left, all listed; $(git status --porcelain | wc -l) files modified"

  same=0
  for kill in $(seq 1 "$kills"); do
    prepare "$fixture"
    lead "$(awk "BEGIN { print $took * $kill / ($kills + 1) / 1000 }")"
    if [ "$(git rev-parse 'HEAD^{tree}')" = "$tree" ] && [ -z "$(git status --porcelain --untracked-files=no)" ]; then
      same=$((same + 1))
    else
      echo "$fixture: killed after $kill/$((kills + 1)) of $took ms, it ends in another tree"
      git ls-tree -r HEAD | diff "$work/tree.txt" - || true
      failed=1
    fi
  done
  echo "$fixture: killed $kills times, $same times the same tree at the end"
done
exit $failed
