#!/bin/sh
# Runs libFuzzer for SECONDS on each of the readers of foreign text: the lexer, the parser, rule pages,
# `.proto` files and Objective-C. The seeds of the first two are the Swift files in DIR, whose `.proto` files join the project's.
# Prints runs and crashes; exits 1 if there was a crash or a hang.
set -eu
seconds=${1:?usage: fuzz.sh SECONDS DIR [TARGET…]}
corpus=$(cd "${2:?usage: fuzz.sh SECONDS DIR [TARGET…]}" && pwd)
shift 2
cd "$(dirname "$0")"
../Scripts/link-sources.sh .
scratch=.build/fuzz
# The handler of the Swift runtime would hide the input that crashed.
export SWIFT_BACKTRACE=enable=no

# Copies the small files named on standard input into a flat folder, as libFuzzer wants its seeds.
plant() {
  mkdir -p "$1"
  while read -r file; do
    cp "$file" "$1/$(printf '%s' "$file" | cksum | cut -d ' ' -f 1)"
  done
}

seeds_of() {
  case $1 in
  page-fuzz) find ../../Rules -name '*.md' -type f ;;
  proto-fuzz) find ../../Fixtures ../../Tests "$corpus" -name '*.proto' -type f -size -8k ;;
  objc-fuzz) find ../../Tests/ObjectiveC ../../Rules -name '*.[mh]' -type f ;;
  *) find "$corpus" -name '*.swift' -type f -size -8k | sort | head -n 1500 ;;
  esac
}

status=0
for target in ${@:-lexer-fuzz parser-fuzz page-fuzz proto-fuzz objc-fuzz}; do
  swift build -c release --sanitize fuzzer --product "$target"
  found=$scratch/$target
  [ -d "$found" ] || seeds_of "$target" | plant "$found"
  log=$scratch/$target.log
  code=0
  .build/release/"$target" -max_total_time="$seconds" -timeout=10 -max_len=16384 \
    -artifact_prefix="$scratch/$target-" -print_final_stats=1 "$found" >"$log" 2>&1 || code=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  slowest=$(sed -n 's/^stat::slowest_unit_time_sec: *//p' "$log")
  if [ "$code" -eq 0 ]; then
    echo "$target: $seconds s, $runs executions, slowest $slowest s, 0 crashes, 0 hangs"
  else
    echo "$target: FAILED with $code after $runs executions; see Tests/Fuzz/$log" >&2
    tail -n 20 "$log" >&2
    status=1
  fi
done
exit $status
