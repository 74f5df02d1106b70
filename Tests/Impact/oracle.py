#!/usr/bin/env python3
"""Holds 'moult impact' against protoc and compilers, for each kind of change of a schema in kinds.json.

For each kind: what clang and swiftc refuse in the sample, with the headers and the Swift that protoc makes of the new
schema, has to be found; what is found as broken has to be refused, or its name has to be gone from what protoc
makes. After '--fix' only places that it listed as left may be refused. The services' Swift and Objective-C is not made
by protoc; what is found there is held against the lists in 'expected' alone.

Usage: oracle.py MOULT MODULES PROTOC_GEN_SWIFT [KIND…]; MODULES is where SwiftProtobuf.swiftmodule lies.
With MOULT_REFRESH=1 the lists are written anew and the run fails.
"""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
moult, modules, plugin = sys.argv[1:4]
wanted = sys.argv[4:]
swift = shutil.which("swiftc")
clang = shutil.which("clang") or str(pathlib.Path(swift).resolve().parent / "clang")
services = {"OrdersClient.swift", "OrdersServer.swift", "Orders.m"}


def run(*words, cwd=None, check=True):
    result = subprocess.run(words, cwd=cwd, capture_output=True, text=True)
    if check and result.returncode != 0:
        sys.exit(f"{' '.join(words)}\n{result.stdout}{result.stderr}")
    return result


def change(project, files):
    """Makes the change; each replacement has to find its text."""
    folder = project / "proto/shop"
    for name, edits in files.items():
        if isinstance(edits, str):
            shutil.copy(here / "shop/proto/shop" / edits, folder / name)
    for name, edits in files.items():
        path = folder / name
        if edits is None:
            path.unlink()
        elif not isinstance(edits, str):
            text = path.read_text()
            for old, new in edits:
                assert old in text, f"{name} has no '{old}'"
                text = text.replace(old, new, 1)
            path.write_text(text)


def generated(project, into):
    into.mkdir(parents=True)
    protos = sorted(str(p.relative_to(project / "proto")) for p in (project / "proto").rglob("*.proto"))
    run("protoc", f"--plugin={plugin}", "-Iproto", f"--swift_out={into}", f"--objc_out={into}", *protos, cwd=project)
    return into


def refused(project, made):
    """Returns the lines that the compilers refuse, as path:line, with the first message for each."""
    lines = {}
    sources = [p for p in sorted((project / "Sources/Shop").glob("*.swift")) if p.name not in services]
    said = run(
        swift, "-typecheck", "-wmo", "-swift-version", "5", "-I", modules,
        *map(str, sorted(made.rglob("*.pb.swift"))), *map(str, sources), check=False).stderr
    for source in sorted((project / "Apple").glob("*.m")):
        if source.name in services:
            continue
        said += run(
            clang, "-fsyntax-only", "-target", "x86_64-apple-macosx12", "-x", "objective-c", "-fobjc-arc",
            "-fblocks", "-nostdinc", "-ferror-limit=0", "-I", str(here / "include"), "-I", str(made),
            "-include", str(here / "../ObjectiveC/include/Foundation.h"),
            "-Werror=objc-method-access", "-Werror=incompatible-pointer-types", "-Werror=int-conversion",
            "-Werror=implicit-function-declaration", str(source), check=False).stderr
    for match in re.finditer(r"^(\S+?):(\d+):(\d+): (?:fatal )?error: (.*)$", said, re.M):
        path = os.path.relpath(match[1], project)
        assert not path.startswith(".."), f"an error outside of the sample: {match[0]}"
        lines.setdefault(f"{path}:{match[2]}", match[4])
    return lines


def declared(made, suffix):
    """Returns how often each word stands in what protoc made, comments and strings left out."""
    return collections.Counter(
        word for p in made.rglob("*" + suffix)
        for word in re.findall(r"\w+", re.sub(r"(?s)/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"", "", p.read_text())))


def impact(project, *options):
    result = run(moult, "impact", "--since", "HEAD", *options, cwd=project, check=False)
    assert result.returncode in (0, 1), result.stdout + result.stderr
    return result.stdout


failures = []
# What compilers say of code around an expression that they could not type.
CONSEQUENCE = re.compile("cannot infer contextual base|use of undeclared identifier|duplicate case value")
total = {"consequences": 0, "swift": 0, "objc": 0, "refused": 0, "rewritten": 0}
refresh = os.environ.get("MOULT_REFRESH")
for name, files in json.loads((here / "kinds.json").read_text()):
    if wanted and name not in wanted:
        continue
    with tempfile.TemporaryDirectory() as scratch:
        project = pathlib.Path(scratch).resolve() / "shop"
        shutil.copytree(here / "shop", project)
        run("git", "init", "-q", cwd=project)
        run("git", "add", "-A", cwd=project)
        run("git", "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "before", cwd=project)
        before = generated(project, pathlib.Path(scratch) / "before")
        assert not refused(project, before), refused(project, before)
        change(project, files)
        after = generated(project, pathlib.Path(scratch) / "after")
        text = impact(project)
        expected = here / "expected" / f"{name}.txt"
        if refresh:
            expected.parent.mkdir(exist_ok=True)
            expected.write_text(text)
        elif not expected.exists() or expected.read_text() != text:
            failures.append(f"{name}: the report is not that of {expected.name}:\n{text}")
        report = json.loads(impact(project, "--format", "json"))
        uses = [use for each in report["changes"] for use in each["uses"]]
        errors = refused(project, after)
        places = {}
        for use in uses:
            start = use["place"]["start"]
            places.setdefault(f"{use['place']['path']}:{start['line']}", []).append(use)
        old = {s: declared(before, s) for s in (".h", ".swift")}
        new = {s: declared(after, s) for s in (".h", ".swift")}
        for place, found in places.items():
            path = place.split(":")[0]
            kind = ".swift" if path.endswith(".swift") else ".h"
            for use in found:
                total["swift" if kind == ".swift" else "objc"] += 1
                if use["effect"] != "breaks" or pathlib.Path(path).name in services or place in errors:
                    continue
                start, end = use["place"]["start"]["offset"], use["place"]["end"]["offset"]
                word = (project / path).read_bytes()[start:end].decode().strip("`")
                if word.startswith("set") and word[3:4].isupper():
                    word = word[3].lower() + word[4:]
                if not old[kind][word] > new[kind][word]:
                    failures.append(f"{name}: not refused: {place}: {word}: {use['message']}")
        missed = {}
        for place, message in errors.items():
            total["refused"] += 1
            if not any(use["effect"] != "may-break" for use in places.get(place, [])):
                missed[place] = message
        impact(project, "--fix")
        total["rewritten"] += sum(use.get("rewrite") is not None for use in uses)
        left = json.loads(impact(project, "--format", "json"))
        kept = {
            f"{use['place']['path']}:{use['place']['start']['line']}"
            for each in left["changes"] for use in each["uses"]}
        for each in left["changes"]:
            for use in each["uses"]:
                if use.get("rewrite"):
                    failures.append(f"{name}: still to be rewritten: {use['place']}")
        still = refused(project, after)
        for place, message in missed.items():
            kind = ".swift" if ".swift:" in place else ".h"
            gone = [word for word in re.findall(r"'(\w+)'", message) if old[kind][word] > new[kind][word] == 0]
            # What follows from another error names nothing that is gone, or is right once that one is.
            if not gone and (place not in still or CONSEQUENCE.match(message)):
                total["consequences"] += 1
            else:
                failures.append(f"{name}: missed: {place}: {message}")
        for place, message in still.items():
            if place in missed:
                continue
            if place not in kept:
                failures.append(f"{name}: refused after the rewrite: {place}: {message}")
        print(f"{name}: {len(uses)} uses, {len(errors)} lines refused", flush=True)

print("\n".join(failures))
print(f"{total['swift']} uses in Swift, {total['objc']} in Objective-C; {total['refused']} lines refused, "
      f"{total['consequences']} of them because of another; "
      f"{total['rewritten']} rewritten; {len(failures)} failures")
sys.exit(1 if failures or refresh else 0)
