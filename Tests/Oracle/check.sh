#!/bin/sh
# Holds the lexer and the parser against swift-syntax on a sample of the corpus, and against a few thousand
# damaged files: what of `make parity` has room in `make test`. Built for debugging, which is quicker in all.
set -eu
cd "$(dirname "$0")"
../Scripts/link-sources.sh .
sample=${MOULT_SAMPLE:-.build/sample}
scratch=.build/check
./corpus.sh "$sample" BigInt swift-argument-parser swift-log
for product in lexer-parity parser-parity mutations; do
  swift build --disable-index-store --scratch-path "$scratch" --product "$product"
done
tools=$scratch/debug
"$tools/lexer-parity" "$sample"
"$tools/parser-parity" "$sample"
"$tools/mutations" --count=2000 --compare "$sample"
"$tools/mutations" --count=2000 --parse "$sample"
