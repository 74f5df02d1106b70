#!/bin/sh
# Times the lexer and the parser beside swift-syntax's, on the same files in one run: the end of `make bench`.
#
# Takes the corpus of `make parity` if it is there, else clones its sample. The first build takes minutes.
set -eu
cd "$(dirname "$0")"
../Scripts/link-sources.sh .
corpus=${MOULT_CORPUS:-../../.build/corpus}
if [ ! -d "$corpus" ]; then
  corpus=.build/sample
  ./corpus.sh "$corpus" BigInt swift-argument-parser swift-log
fi
swift build -c release --product lexer-parity
echo
echo "lexer and parser beside swift-syntax, one thread, CPU time:"
.build/release/lexer-parity --bench "$corpus"
