# `make run` and `make test` need a Swift toolchain and nothing else: `make setup` brings the rest.

SWIFT ?= swift
# What makes a start shorter; see Tests/Benchmarks/README.md. Every build of the program for use has it.
FLAGS = $(shell cat .ci/swift-flags)
EXAMPLE := Fixtures/hello-v0/before
MOULT = $(shell $(SWIFT) build -c release --show-bin-path)/moult
FIRST_LOOK = $(shell $(SWIFT) build --show-bin-path)/moult
# The tests that are built, and the same with the program that they start.
SUITES = $(SWIFT) test -c release --skip-build
TEST = MOULT_BINARY='$(MOULT)' $(SUITES)

# The Swift packages that the front end is compared on and fuzzed with.
MOULT_CORPUS ?= $(CURDIR)/.build/corpus
# How long each fuzz target runs.
SECONDS = 600
# How many mutated Objective-C files are read.
COUNT = 500000
# What `make release` tags; nothing, unless the command line says so.
VERSION =
# Where a release's files can be downloaded from once they are published, and the project's page; packages name both.
ADDRESS =
HOMEPAGE =

.PHONY: help setup build build-tests run test torn trust release release-test bench limits parity names-parity impact-parity \
	type-parity fuzz mutate-objc style format-lint grpc2 learned plugin

help:
	@echo 'make run          build Moult for a first look, without optimisation, and show what it finds and would rewrite in $(EXAMPLE)'
	@echo 'make build        build Moult for use: .build/release/moult'
	@echo 'make test         run every test'
	@echo 'make slowest      run the tests one after the other and name the twenty longest'
	@echo 'make test-long    run everything that takes too long for make test (LONG="torn limits"), and say how long each took'
	@echo 'make cold         measure make run from a clone, phase by phase and module by module'
	@echo 'make torn         kill 200 fixes at any moment and see that no file is torn'
	@echo 'make trust        see that no fix loses a finding: fixtures, cases and 200 made-up programs, in every selection'
	@echo 'make layouts      put a comment into each gap of every case, and see that a fix loses none'
	@echo 'make edits        edit projects at random, and hold each state against a run that knows nothing of the others'
	@echo 'make release      make the static Linux binary, its packages and checksums in release/ (VERSION=0.1.0 tags it, ADDRESS=https://… names where it will lie)'
	@echo 'make packages     make the packages anew, of all archives in release/'
	@echo 'make docs         build the book, a static site, in site/'
	@echo 'make cast         record the terminal that README shows'
	@echo 'make release-test run the release in a bare Debian and measure its start (wants root)'
	@echo 'make bench        measure speed, beside other tools'
	@echo 'make limits       read files of a hundred megabytes, and what is nested or imported without end'
	@echo 'make parity       hold the lexer and the parser against swift-syntax: all figures, bars and speed'
	@echo 'make names-parity hold generated names and places in .proto files against the generators and the text'
	@echo 'make impact-parity hold moult impact against protoc, swiftc and clang, for each kind of change of a schema'
	@echo 'make type-parity  hold the inferred types against the compiler: both figures for each package, and bars'
	@echo 'make grpc2        take fixtures and cases to grpc-swift 2, build them with the real packages and call their services'
	@echo 'make learned      list what is learned from ten packages, have the compiler look at uses before and after a fix, and see what learn reaches'
	@echo 'make plugin       run the command plugins as SwiftPM builds them, with all of Moult'
	@echo 'make fuzz         run libFuzzer on each reader of foreign text (SECONDS=600)'
	@echo 'make mutate-objc  read mutated Objective-C files (COUNT=500000)'
	@echo 'make style        check the style of the sources'

# Installs what is missing of the headers of libprotobuf, and says what it did.
setup:
	@Tests/Scripts/setup.sh

build: setup
	$(SWIFT) build -c release $(FLAGS) --product moult

# A newcomer waits for this: without optimisation a build takes less than a third of the time, and the example is small. It is full
# of old uses, so exit code 1 is what both commands should end with.
run: setup
	$(SWIFT) build --product moult
	@echo; echo '== moult lint $(EXAMPLE)'
	@$(FIRST_LOOK) lint $(EXAMPLE); code=$$?; [ $$code -eq 1 ] || { echo "expected exit code 1, got $$code"; exit 1; }
	@echo; echo '== moult fix --diff --review $(EXAMPLE)'
	@$(FIRST_LOOK) fix --diff --review $(EXAMPLE); code=$$?; [ $$code -eq 1 ] || { echo "expected exit code 1, got $$code"; exit 1; }
	@echo; echo 'This Moult was built for a first look. "make build" builds the quick one, .build/release/moult.'

build-tests: setup
	@SWIFT='$(SWIFT)' Tests/Scripts/build-tests.sh

# What is tested is the program as users have it, built for release. A debug build takes four times the processor time, would be a
# second build of everything, and shows nothing more: what the sources hold of themselves is checked in every build.
test: build-tests
	@Tests/Scripts/test-tools.sh
	@MOULT_BINARY='$(MOULT)' MOULT_SUITES='$(SUITES)' Tests/Scripts/extra-tests.sh

# One after the other, so that each has its own time; twice as long as `make test` takes.
.PHONY: slowest
slowest: build-tests
	@echo 'running the tests one after the other, into .build/serial-tests.txt'
	@$(TEST) --no-parallel >.build/serial-tests.txt 2>&1 || echo 'some tests failed'
	@Tests/Scripts/slowest.py .build/serial-tests.txt .build/check-times.txt

# What takes too long for every change, one after the other, with the time of each; README's table says what they prove.
LONG = torn trust edits layouts limits parity names-parity type-parity grpc2 learned plugin
.PHONY: test-long
test-long:
	@Tests/Scripts/long-tests.sh $(LONG)

# Nothing is removed from the machine without PURGE=--purge, which has setup install the headers anew (root, apt).
.PHONY: cold
cold:
	@Tests/Benchmarks/cold.py $(PURGE)

# `make test` kills 20.
torn: build-tests
	MOULT_KILLS=200 $(TEST) --filter KillTests
	MOULT_BINARY='$(MOULT)' MOULT_KILLS=20 Tests/Migration/check.sh

# Nine projects and six sessions of an editor; `make test` makes 12 edits of each.
.PHONY: edits
edits: build-tests
	MOULT_EDITS=300 $(TEST) --filter FollowedTreeTests
	MOULT_BINARY='$(MOULT)' MOULT_EDITS=300 Tests/Server/check.sh -k test_edits

# `make test` takes a sample. What else a gate rests on is one more line here.
trust: build-tests
	MOULT_TRUST=1 $(TEST) --filter TrustTests

# With a comment in each gap of every case; `make test` takes a third of the cases.
.PHONY: layouts
layouts: build-tests
	MOULT_ALL_CASES=1 $(TEST) --filter LayoutTests

# A static site in site/, of what is there already; Python and PyPI build it, and nothing is needed to read it.
.PHONY: docs
docs: build
	@Book/make.sh build.py '$(MOULT)' site

# What README shows of a terminal, for when Moult prints something else.
.PHONY: cast
cast: build
	@Book/make.sh cast.py '$(MOULT)'

# With VERSION=0.1.0 it is first seen whether the sources and the changelog have that version, and the commit is tagged behind.
release: setup
	@[ -z '$(VERSION)' ] || .ci/version.sh check '$(VERSION)'
	@SWIFT='$(SWIFT)' .ci/release.sh
	@$(MAKE) --no-print-directory packages
	@[ -z '$(VERSION)' ] || { .ci/version.sh notes '$(VERSION)' >release/NOTES.md && .ci/version.sh tag '$(VERSION)'; }

# Of all archives in release/, also those that other machines made: SwiftPM's bundle and plugin, Homebrew, mise and asdf, Nix, a container.
.PHONY: packages
packages:
	@python3 .ci/packaging/package.py release $(if $(ADDRESS),--address '$(ADDRESS)') $(if $(HOMEPAGE),--homepage '$(HOMEPAGE)')

release-test:
	@Tests/Release/bare-debian.sh

bench: build
	@Tests/Benchmarks/bench.sh
	@Tests/Benchmarks/protos.sh
	@Tests/Benchmarks/scale.sh
	@Tests/Benchmarks/dimensions.sh
	@Tests/Benchmarks/programs.sh
	@Tests/Benchmarks/beside.sh
	@Tests/Benchmarks/second.sh
	@Tests/Benchmarks/fixing.sh
	@Tests/Benchmarks/editor.sh
	@Tests/Oracle/speed.sh

# Takes minutes, and 1.5 GB of memory.
limits: build
	@Tests/Benchmarks/limits.py '$(MOULT)'

parity:
	@MOULT_CORPUS='$(MOULT_CORPUS)' Tests/Oracle/parity.sh

impact-parity: build
	@MOULT_BINARY='$(MOULT)' Tests/Impact/parity.sh

names-parity: setup
	@Tests/Names/parity.sh

type-parity:
	@Tests/TypeParity/parity.py $(SUBJECTS)

# The first run builds grpc-swift 2 with its transport, which takes minutes.
grpc2: export MOULT_BINARY = $(MOULT)
grpc2: build
	@Tests/GRPC2/build.sh
	@Tests/Migration/real.sh
	@Tests/GRPC2/cases.sh
	@Tests/GRPC2/silence.sh
	@Tests/Shares/shares.py '$(MOULT)' --configuration 'targets: { grpc-swift: 2 }' --bar 10 \
		hello-v0 relay-tool messenger-ios depot-v0

# A part of `make trust`: what the compiler refuses of fixed fixtures, `lint` speaks of.
.PHONY: compiled
compiled: build
	@MOULT_BINARY='$(MOULT)' Tests/Trust/fixtures.sh

trust: compiled

plugin: build
	@MOULT_BINARY='$(MOULT)' MOULT_PLUGIN=built Tests/Plugin/check.sh

# The first run builds ten packages, which takes a while.
learned: build
	@Tests/Learned/learned.sh '$(MOULT)'

fuzz: setup
	@Tests/Oracle/corpus.sh '$(MOULT_CORPUS)'
	@Tests/Fuzz/fuzz.sh $(SECONDS) '$(MOULT_CORPUS)'

# `make test` reads a thousand of them.
mutate-objc:
	@Tests/Scripts/link-sources.sh Tests/Fuzz
	$(SWIFT) run --package-path Tests/Fuzz -c release objc-mutations $(COUNT) Tests/ObjectiveC Rules/grpc-objc

# Fixtures are other people's code as far as style goes. Builds nothing, and takes less than a minute.
style:
	$(SWIFT) format lint --strict -r Sources Plugins Tests/*Tests Package.swift
	@Tests/Scripts/documented.py

# Its former name.
format-lint: style
