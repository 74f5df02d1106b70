#!/usr/bin/env python3
"""Reads files of a hundred megabytes, files just below the size that is refused, deep nesting and imports in a circle.

Prints seconds, peak memory and what was said of each. Fails where a run ends by a signal, takes more than ten minutes,
takes more memory than 60 times its files (100 times for `.proto`, whose every message is several names, and for a file of
nothing but findings) and 200 MB, or says something else than it should.

Usage: limits.py MOULT [MEGABYTES]: a number of megabytes takes the place of the hundred.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

BELOW_LIMIT = (32 << 20) - 4096
OBJECTIVE_C = '#import <ProtoRPC/ProtoRPC.h>\n#import "Greeter.pbrpc.h"\n@implementation A\n- (void)f {\n'
REFUSED = "32 MiB or larger"


def text(size, head, piece, tail=""):
    """A text of at most `size` bytes; `%d` in the piece is its number."""
    parts, length, number = [head], len(head) + len(tail), 0
    while True:
        part = piece % number if "%d" in piece else piece
        length += len(part)
        if length > size:
            return "".join(parts) + tail
        parts.append(part)
        number += 1


def proto(size, piece):
    return text(size, 'syntax = "proto3";\npackage a.b;\n', piece)


def large(size):
    """What is refused: name, file, and what is said of it."""
    return [
        (f"{kind}, {size >> 20} MiB", {name: content(size)}, 2, f"{name} ({REFUSED})")
        for kind, name, content in [
            (".proto of messages", "a.proto", lambda n: proto(n, "message M%d { string s = 1; }\n")),
            (".proto of one comment", "a.proto", lambda n: proto(n, "// A line of a comment.\n")),
            ("Objective-C", "A.m", lambda n: text(n, OBJECTIVE_C, '  NSLog(@"%d");\n', "}\n@end\n")),
            ("Swift", "A.swift", lambda n: text(n, "import SwiftGRPC\n", "let x%d = 0\n")),
            ("Podfile", "Podfile", lambda n: text(n, "pod 'SwiftGRPC'\n", "# %d\n")),
            ("YAML", "ci.yml", lambda n: text(n, "run: protoc --swiftgrpc_out=. a.proto\n", "# %d\n")),
        ]
    ]


def below(size):
    """What is read as far as it can be."""
    refused = "the file is too large to be read as a .proto file"
    return [
        (".proto of too many messages", {"a.proto": proto(size, "message M%d { string s = 1; }\n")}, 2, f"a.proto (line 1: {refused})"),
        (".proto of messages", {"a.proto": proto(size // 3, "message M%d { string s = 1; }\n")}, 0, None),
        (".proto of statements", {"a.proto": proto(size, ";")}, 2, f"a.proto (line 1: {refused})"),
        (".proto of one comment", {"a.proto": proto(size, "// A line of a comment.\n")}, 0, None),
        (".proto that is wrong", {"a.proto": proto(size, "message { ] %d; }\n")}, 2, f"a.proto (line 1: {refused})"),
        (".proto that is wrong in parts", {"a.proto": proto(size >> 4, "message { ] %d; }\n")}, 0, "a.proto (line 3"),
        ("strings and comments", {"A.m": text(size, OBJECTIVE_C, '  NSLog(@"%d"); // no\n', "}\n@end\n")}, 0, None),
        ("messages", {"A.m": text(size, OBJECTIVE_C, "  [self.a b%dWithC:d handler:^{ [self e]; }];\n", "}\n@end\n")}, 0, None),
        ("open brackets", {"A.m": text(size, OBJECTIVE_C, "[[[[[[[[[[")}, 0, None),
        ("findings", {"A.m": text(size >> 3, OBJECTIVE_C, "  ProtoRPC *c%d = nil;\n", "}\n@end\n")}, 1, "[grpc-objc.unprefixed-class]"),
        ("methods", {"A.m": text(size, "#import <ProtoRPC/ProtoRPC.h>\n@implementation A\n", "- (void)f%d { g(); }\n", "@end\n")}, 0, None),
    ]


def shapes(depth):
    nested = "".join(["message A {"] * depth + ["}"] * depth)
    circle = {
        f"c{i}.proto": f'syntax = "proto3";\npackage p;\nimport "c{(i + 1) % 1000}.proto";\nmessage C{i} {{}}\n'
        for i in range(1000)
    }
    return [
        (f"{depth} nested messages", {"a.proto": nested}, 2, "a.proto (line 1: blocks are nested too deeply)"),
        ("two imports in a circle", {
            "a.proto": 'syntax = "proto3";\nimport "b.proto";\n',
            "b.proto": 'syntax = "proto3";\nimport "a.proto";\n'}, 0, "a.proto (line 2: the file imports itself through b.proto)"),
        ("an import of itself", {"a.proto": 'syntax = "proto3";\n\nimport "a.proto";\n'}, 0, "a.proto (line 3: the file imports itself"),
        ("a thousand imports in a circle", circle, 0, "the file imports itself through c1.proto"),
    ]


def measure(moult, name, files, code, said):
    folder = tempfile.mkdtemp()
    try:
        size = 0
        for path, content in files.items():
            size += len(content)
            with open(os.path.join(folder, path), "w") as file:
                file.write(content)
        # A child's peak is at least that of the process that starts it.
        runner = (
            "import os, sys, time\n"
            "start = time.monotonic()\n"
            "pid = os.posix_spawn(sys.argv[1], [sys.argv[1], 'lint', '.'], os.environ)\n"
            "_, status, usage = os.wait4(pid, 0)\n"
            "print(time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss,"
            " os.waitstatus_to_exitcode(status), file=sys.stderr)\n")
        output = os.path.join(folder, "..", os.path.basename(folder) + ".out")
        with open(output, "wb") as sink:
            try:
                run = subprocess.run(
                    [sys.executable, "-c", runner, moult], cwd=folder, stdout=sink, stderr=subprocess.PIPE, timeout=600)
            except subprocess.TimeoutExpired:
                print(f"{name:34} takes more than ten minutes")
                return False
        wall, cpu, peak, ended = run.stderr.decode().split("\n")[-2].split()
        with open(output, encoding="utf-8", errors="replace") as file:
            found = said is None or any(said in line for line in file)
        os.remove(output)
        peak = int(peak) / 1e3
        factor = 100 if code == 1 or any(path.endswith(".proto") for path in files) else 60
        good = int(ended) == code and found and peak < 200 + factor * size / 1e6
        print(
            f"{name:34} {size / 1e6:7.1f} MB {float(wall):7.2f} s ({float(cpu):.2f} of a core) {peak:7.0f} MB, exit code {ended}"
            + ("" if good else f"  WRONG: wanted exit code {code} and '{said}'"), flush=True)
        return good
    finally:
        shutil.rmtree(folder)


def main():
    moult = os.path.abspath(sys.argv[1])
    size = int(sys.argv[2]) * 1_000_000 if len(sys.argv) > 2 else 100_000_000
    cases = shapes(10_000) + below(min(BELOW_LIMIT, size))
    if size >= 32 << 20:
        cases = large(size) + cases
    good = [measure(moult, *case) for case in cases]
    sys.exit(0 if all(good) else 1)


main()
