#!/usr/bin/env python3
"""Records what README.md shows of a terminal: cast.py MOULT [--check]

Moult's commands are really run, on a project of one file, and what they print is written to terminal.cast (asciicast v2) with
the times at which a person would read it; termtosvg makes terminal.svg of it. `--check` runs them again and ends
with 1 if they print something else than the recording has.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WIDTH, HEIGHT = 100, 20
# The project: what it is called, and its only file.
PATH = "Sources/App/Client.swift"
SOURCE = """\
import SwiftGRPC

func code(of error: Error) -> StatusCode? {
  guard let rpcError = error as? RPCError else { return nil }
  return rpcError.callResult?.statusCode
}
"""
MANIFEST = """\
// swift-tools-version:5.0
import PackageDescription
let package = Package(name: "App", targets: [.target(name: "App")])
"""
# What is typed, and how many seconds it stays before the next. Each screen begins anew.
SCREENS = [
    ("moult lint --rule grpc-swift.rpc-error-type", 6),
    ("moult fix --diff --review", 7),
    ("moult fix --review && moult lint", 6),
]


def runs(moult):
    """Yields each command and what it prints, in colour, one project for all."""
    with tempfile.TemporaryDirectory() as work:
        project = Path(work, "App")
        (project / PATH).parent.mkdir(parents=True)
        (project / PATH).write_text(SOURCE)
        (project / "Package.swift").write_text(MANIFEST)
        for command in (["git", "init", "-q"], ["git", "add", "-A"], ["git", "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "all"]):
            subprocess.run(command, cwd=project, check=True)
        environment = {**os.environ, "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        for command, pause in SCREENS:
            typed = " && ".join(f"'{moult}' {part.removeprefix('moult ')} --color always" for part in command.split(" && "))
            run = subprocess.run(["sh", "-c", typed], cwd=project, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            yield command, run.stdout.replace(f"{project.resolve()}/", "").replace(f"{project}/", ""), pause


def events(moult):
    time = 0.5
    for command, output, pause in runs(moult):
        yield time, "\x1b[H\x1b[2J\x1b[1;32m$\x1b[0m "
        for letter in command:
            time += 0.04
            yield time, letter
        time += 0.4
        yield time, "\r\n" + output.replace("\n", "\r\n")
        time += pause
    yield time, "\x1b[0m"


def main():
    moult = Path(sys.argv[1]).resolve()
    lines = [json.dumps({"version": 2, "width": WIDTH, "height": HEIGHT, "title": "moult"})]
    lines += [json.dumps([round(time, 2), "o", text], ensure_ascii=False) for time, text in events(moult)]
    cast = "\n".join(lines) + "\n"
    recorded = HERE / "terminal.cast"
    if "--check" in sys.argv[2:]:
        if recorded.read_text(encoding="utf-8") != cast:
            sys.exit("cast: Moult prints something else than Book/terminal.cast has; 'make cast' records it again")
        print("cast: the recording is what Moult prints")
        return
    recorded.write_text(cast, encoding="utf-8")
    subprocess.run(
        [Path(sys.executable).parent / "termtosvg", "render", recorded, HERE / "terminal.svg", "-t", "gjm8", "-D", "1500"], check=True)
    print(f"cast: {HERE / 'terminal.svg'}")


if __name__ == "__main__":
    main()
