#!/bin/bash
# Compiles a case of a page in the place of the `swiftc` that `moult test --type-check` calls.
#
#   swiftc.sh SWIFTC PRODUCTS OUT SAMPLE ARGUMENTS…
#
# PRODUCTS has the built modules, OUT what `cases.sh` laid out; SAMPLE is the generated code that stands in for a generator. Only
# code of grpc-swift 2 is compiled, which is told by the interfaces that it is given.
set -euo pipefail
swiftc=$1 products=$2 out=$3 sample=$4
shift 4

interfaces=
previous=
for argument; do
  if [ "$previous" = -I ]; then interfaces=$argument; fi
  previous=$argument
done
[ -f "$interfaces/GRPCCore.swiftinterface" ] || exit 0

# Nobody reads it. The compiler moves a file to where its output belongs, which for root would be in the place of /dev/null.
code=$(mktemp)
trap 'rm -f "$code"' EXIT

arguments=()
case=
previous=
for argument; do
  case $argument in
    */imports-*.swift) exit 0 ;;
    -typecheck) arguments+=(-emit-sil -wmo -o "$code") ;;
    *.swift)
      case=$(basename "$(dirname "$argument")")
      if cmp -s "$argument" "$sample"; then
        arguments+=("$out"/sample/*.swift)
      else
        arguments+=("$argument")
      fi
      ;;
    # The built modules first; of a module that was not built, the interface.
    "$interfaces") arguments+=("$products/Modules" -I "$interfaces") ;;
    *) arguments+=("$argument") ;;
  esac
done
if "$swiftc" "${arguments[@]}" @"$out/modules.txt"; then
  touch "$out/log/$case.ok"
else
  touch "$out/log/$case.errors"
  exit 1
fi
