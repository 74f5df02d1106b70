#!/bin/sh
# The whole comparison with swift-syntax, from a clean checkout: corpus, tokens, trees, damage, nesting, speed.
# Prints every figure, with the command that gave it; exits 1 if one is below its bar.
#
# MOULT_CORPUS names the folder of the corpus, MOULT_MUTATIONS the number of damaged inputs.
set -eu
cd "$(dirname "$0")"
../Scripts/link-sources.sh .
root=$(cd ../.. && pwd)
corpus=${MOULT_CORPUS:-$root/.build/corpus}
count=${MOULT_MUTATIONS:-1000000}
status=0

./corpus.sh "$corpus"
for product in lexer-parity parser-parity mutations; do
  swift build -c release --product "$product"
done

# Runs a tool, keeps all that it prints in a file, and shows its first lines.
run() {
  lines=$1
  name=$2
  shift 2
  log=.build/parity-$name.txt
  echo
  echo "== $*"
  code=0
  .build/release/"$@" >"$log" 2>&1 || code=$?
  head -n "$lines" "$log"
  if [ "$code" -ne 0 ]; then
    echo "FAILED with $code; all of it is in Tests/Oracle/$log" >&2
    status=1
  fi
}

run 60 lexer lexer-parity "$corpus"
run 60 lexer-snippets lexer-parity --snippets "$corpus"
run 2 parser parser-parity "$corpus"
run 2 parser-snippets parser-parity --snippets --bar=99.5 "$corpus"
run 40 lexer-mutations mutations --count="$count" "$corpus"
run 40 parser-mutations mutations --count="$count" --parse "$corpus"
run 40 compared-mutations mutations --count=20000 --compare "$corpus"
run 200 lexer-nesting mutations --nesting
run 200 parser-nesting mutations --nesting --parse
run 20 speed lexer-parity --bench --bars "$corpus"
exit $status
