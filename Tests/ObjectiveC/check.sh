#!/bin/sh
# Has clang read the Objective-C of every loud case on the pages of `Rules/grpc-objc`: what stands before the fix against
# the headers of both eras, which ship together, and what stands after it against the new era's alone, or against
# both where the case leaves something to a person. Code under `rejected` must be refused, or the headers prove nothing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
rules=$(cd "$here/../../Rules/grpc-objc" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clang=${CLANG:-clang}
command -v "$clang" >/dev/null || clang=$(dirname "$(command -v swift)")/clang
failed=0
count=0

# Every header that a case imports is there and empty: what it declares comes from the eras' headers.
headers() {
  sed -n 's/^# *\(import\|include\) *[<"]\([^>"]*\)[>"].*/\2/p' "$@" | sort -u | while read -r header; do
    case $header in *Cronet*) [ "$era" = 1 ] || continue ;; esac
    mkdir -p "$work/include/$(dirname "$header")"
    [ -e "$work/include/$header" ] || : >"$work/include/$header"
  done
}

# Usage: compiles ERA FILE: ERA 1 has the old API beside the new one.
compiles() {
  era=$1
  rm -rf "$work/include"
  mkdir -p "$work/include"
  headers "$2"
  {
    echo '#include "'"$here"'/include/Foundation.h"'
    echo '#include "'"$rules"'/2/GRPC.h"'
    [ "$era" = 2 ] || echo '#include "'"$rules"'/1/GRPCLegacy.h"'
    echo '#include "'"$here"'/include/Generated.h"'
  } >"$work/prelude.h"
  # A placeholder waits for a person, who makes a statement of it.
  sed 's/^\( *\)<#[^#]*#>$/\1;/' "$2" >"$work/source.m"
  language=objective-c
  [ ! -e "${2%.*.m}.cxx" ] || language=objective-c++
  "$clang" -fsyntax-only -target x86_64-apple-macosx12 -x "$language" -fobjc-arc -fblocks -nostdinc \
    -DERA="$era" -I "$work/include" -include "$work/prelude.h" -w -Werror=objc-method-access \
    -Werror=incompatible-pointer-types -Werror=undeclared-selector "$work/source.m"
}

# Writes the cases of a page to "$work/cases/NUMBER.STAGE.m", "NUMBER.manual" where something is left, and "NUMBER.cxx" for
# Objective-C++.
split_cases() {
  rm -rf "$work/cases"
  mkdir -p "$work/cases"
  awk -v out="$work/cases/" '
    /^## / { number++ }
    /^```objc (before|after)/ {
      file = out sprintf("%02d", number) "." $2 ".m"
      if ($0 ~ /\.mm$/) print "" > (out sprintf("%02d", number) ".cxx")
      next
    }
    /^```/ { file = "" }
    file != "" && /^ *\/\/ *(\^+|[0-9]+-[0-9]+) [a-z-]+\.[a-z0-9-]+ (safe|review|placeholder|manual)$/ {
      print "" > (out sprintf("%02d", number) ".loud")
      if ($NF == "manual") print "" > (out sprintf("%02d", number) ".manual")
      next
    }
    file != "" { print > file }
  ' "$1"
}

for page in "$rules"/1-2/*.md; do
  split_cases "$page"
  for before in "$work"/cases/*.before.m; do
    [ -e "$before" ] || continue
    case=${before%.before.m}
    [ -e "$case.loud" ] || continue
    after=$case.after.m
    era=2
    [ ! -e "$case.manual" ] || era=1
    # What this case leads to, `GRPCProtoCall`, belongs to the old API itself.
    [ "$(basename "$page") $(basename "$case")" != "unprefixed-class.md 02" ] || era=1
    for check in "1 $before" "$era $after"; do
      file=${check#* }
      [ -e "$file" ] || continue
      count=$((count + 1))
      if ! compiles "${check%% *}" "$file" 2>"$work/errors"; then
        echo "error: $(basename "$page"), case $(basename "$case"), ${file##*.*[0-9].} does not compile:" >&2
        cat "$work/errors" >&2
        failed=1
      fi
    done
  done
done
echo "$count texts of cases compile, but for those named above"

for file in "$here"/rejected/*.m; do
  if compiles 2 "$file" 2>/dev/null; then
    echo "error: rejected/$(basename "$file") compiles, and should not" >&2
    failed=1
  else
    echo "rejected/$(basename "$file" .m): ok"
  fi
done
exit $failed
