#!/usr/bin/env python3
"""Finds functions and types that a module offers to others without saying what they do; exit code 1 if there are any.

What another module does not name is not looked at. What a protocol requires is said there, and what the standard library requires
is known. Properties and initializers that only take what the properties are often say all by their names, and are for the reader
of a change to judge; `--properties` counts them.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2] / "Sources"

MODIFIERS = r"(?:(?:static|final|indirect|mutating|lazy|nonisolated|override|consuming|borrowing|(?:private|fileprivate|internal)\(set\))\s+)*"
DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*" + MODIFIERS + r"package\s+" + MODIFIERS
    + r"(func|init|var|let|struct|enum|class|protocol|subscript|typealias|actor)\b\s*`?([\w]+|[^\s(\w]+)?")
PROTOCOL = re.compile(r"^(\s*)(?:package\s+|private\s+|fileprivate\s+)?protocol\s+\w+")
REQUIREMENT = re.compile(r"^\s*(?:static\s+|mutating\s+)*(?:func|var)\s+`?(\w+)")

# Of Hashable, Sequence, Collection, IteratorProtocol and Comparable.
OF_THE_STANDARD_LIBRARY = {"hash", "next", "makeIterator", "index", "==", "<", "Element"}


def code_of(lines):
    return "\n".join(line for line in lines if not line.lstrip().startswith("//"))


def requirements(files):
    """Returns the names of functions that protocols of the sources require."""
    found = set()
    for lines in files.values():
        depth = None
        for line in lines:
            if depth is None:
                match = PROTOCOL.match(line)
                depth = match.group(1) if match else None
            elif line.startswith(depth + "}"):
                depth = None
            else:
                match = REQUIREMENT.match(line)
                if match:
                    found.add(match.group(1))
    return found


def main():
    files = {path: path.read_text(encoding="utf-8").split("\n") for path in sorted(ROOT.rglob("*.swift"))}
    modules = collections.defaultdict(set)
    for path, lines in files.items():
        for word in set(re.findall(r"\w+", code_of(lines))):
            modules[word].add(path.relative_to(ROOT).parts[0])
    required = requirements(files)
    looked, silent = collections.Counter(), []
    for path, lines in files.items():
        module = path.relative_to(ROOT).parts[0]
        for number, line in enumerate(lines):
            match = DECLARATION.match(line)
            if not match:
                continue
            kind, name = match.group(1), match.group(2) or ""
            if kind != "init" and re.match(r"\w", name) and not modules[name] - {module}:
                continue
            group = "property or initializer" if kind in ("let", "var", "init") else "function or type"
            looked[group] += 1
            above = number - 1
            while above >= 0 and lines[above].lstrip().startswith("@"):
                above -= 1
            if lines[above].lstrip().startswith("///"):
                continue
            if kind == "func" and (name in required or name in OF_THE_STANDARD_LIBRARY) or name in OF_THE_STANDARD_LIBRARY:
                continue
            silent.append((group, f"{path.relative_to(ROOT.parent)}:{number + 1}: {line.strip()}"))
    counted = "--properties" in sys.argv[1:]
    wrong = [place for group, place in silent if group == "function or type"]
    for place in wrong:
        print(place)
    print(f"documented: {len(wrong)} of {looked['function or type']} functions and types say nothing")
    if counted:
        number = sum(group != "function or type" for group, _ in silent)
        print(f"documented: {number} of {looked['property or initializer']} properties and initializers say nothing more than their names")
    sys.exit(1 if wrong else 0)


main()
