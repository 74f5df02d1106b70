#!/bin/bash
# learned.sh MOULT: what is learned from ten packages, and what the compiler says of uses before and after a fix.
set -euo pipefail
moult=$1
cd "$(dirname "$0")/Subjects"
mkdir -p Sources/Uses
[ -e Sources/Uses/Empty.swift ] || echo > Sources/Uses/Empty.swift
swift package resolve
../learned.py "$moult" . --program SystemPackage,Logging,SwiftSyntax
