#!/bin/sh
# Lints the files of one target beside those of its dependencies, for 'moult.bzl'.
#
# lint_target.sh MOULT OWN CONTEXT JSON SARIF TEXT CODE CONFIG BASELINE [OPTION…]
#
# OWN and CONTEXT list files, a line each: where it is, a tab, where it lies in the tree. CONFIG and BASELINE may be empty.
# A sandbox has links where the tree has files, and Moult follows none, so the files are copied into a tree of their own.
set -eu
moult=$1 own=$2 context=$3 json=$4 sarif=$5 text=$6 code=$7 config=$8 baseline=$9
shift 9

start=$PWD
absolute() { case $1 in /*) printf '%s\n' "$1" ;; *) printf '%s\n' "$start/$1" ;; esac; }
tree=$(mktemp -d "${TMPDIR:-/tmp}/moult.XXXXXX")
trap 'rm -rf "$tree"' EXIT
tab=$(printf '\t')
cat "$context" "$own" | while IFS=$tab read -r from to; do
  mkdir -p "$tree/$(dirname "$to")"
  cp -L "$from" "$tree/$to"
done
# It marks the root of the tree, from which on everything is the project around the target's files.
if [ -n "$config" ]; then cp -L "$config" "$tree/.moult.yml"; else echo '{}' >"$tree/.moult.yml"; fi
if [ -n "$baseline" ]; then
  cp -L "$baseline" "$tree/.moult-baseline.yml"
  set -- "$@" --baseline .moult-baseline.yml
fi
set -- "$@" --output "json=$(absolute "$json")" --output "sarif=$(absolute "$sarif")"
set -- "$@" --color never --jobs 1 --
while IFS=$tab read -r _ to; do set -- "$@" "$to"; done <"$own"

status=0
(cd "$tree" && "$(absolute "$moult")" lint "$@") >"$text" || status=$?
echo "$status" >"$code"
# What was found is for the aspect to judge; what could not be judged is no report.
if [ "$status" -gt 1 ]; then
  cat "$text" >&2
  exit "$status"
fi
