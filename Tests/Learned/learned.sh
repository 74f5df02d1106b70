#!/bin/bash
# learned.sh MOULT: what is learned from ten packages, what the compiler says of uses before and after a fix, what programs print, which
# share of our own pages 'moult learn' reaches, and what reading dependencies costs.
set -euo pipefail
moult=$(realpath "$1")
cd "$(dirname "$0")"
modules=SystemPackage,Logging,InMemoryLogging,SwiftSyntax,SwiftDiagnostics,SwiftIDEUtils,SwiftSyntaxBuilder,SwiftSyntaxMacroExpansion
modules+=,NIOCore,NIOPosix,NIOHTTP1,NIOEmbedded,NIOWebSocket,NIOConcurrencyHelpers,NIOHTTP2,NIOHPACK
modules+=,Hummingbird,HummingbirdCore,HummingbirdHTTP2,HummingbirdRouter,HummingbirdTesting
modules+=,OrderedCollections,DequeModule,BasicContainers,SwiftProtobuf,SwiftProtobufPluginLibrary,AsyncHTTPClient
modules+=,IssueReporting,XCTestDynamicOverlay
mkdir -p Subjects/Sources/Uses Subjects/Sources/Pure
[ -e Subjects/Sources/Uses/Empty.swift ] || echo > Subjects/Sources/Uses/Empty.swift
[ -e Subjects/Sources/Pure/main.swift ] || echo > Subjects/Sources/Pure/main.swift
(cd Subjects && swift package resolve)
failed=0
(cd Subjects && ../learned.py "$moult" . --program "$modules") || failed=1
(cd Subjects && mkdir -p Sources/Pure && ../learned.py "$moult" . --pure | tail -1; exit "${PIPESTATUS[0]}") || failed=1
./reach.py "$moult" ../../Rules Subjects/.build/checkouts Subjects/.build/drafts || failed=1
./speed.py "$moult" Subjects/.build/checkouts Subjects/.build/speed || failed=1
exit $failed
