#!/usr/bin/env python3
"""Stands for the macros that interfaces of `Rules` declare, while cases of pages are type-checked.

The compiler starts it as a plugin and asks it to expand `@CasePathable` and `@DependencyClient`. What it answers has the
declarations of the real macros and no bodies: nothing of it is ever run. Messages are JSON behind eight bytes of length,
lowest byte first.
"""
import json
import re
import struct
import sys


def read():
    head = sys.stdin.buffer.read(8)
    if len(head) < 8:
        return None
    (length,) = struct.unpack("<Q", head)
    body = sys.stdin.buffer.read(length)
    try:
        return json.loads(body)
    except ValueError:
        # The compiler has gone.
        return None


def write(message):
    body = json.dumps(message).encode()
    sys.stdout.buffer.write(struct.pack("<Q", len(body)) + body)
    sys.stdout.buffer.flush()


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


def members(text):
    """The text between the braces of a declaration, without the bodies of what is nested in it."""
    text = without_comments(text)
    depth, result = 0, []
    for character in text[text.index("{") :]:
        if character == "}":
            depth -= 1
        if depth == 1:
            result.append(character)
        if character == "{":
            depth += 1
    return "".join(result)


def split(text, separator=","):
    """The parts of a list, where brackets keep together what they hold."""
    parts, depth, part = [], 0, ""
    for character in text:
        if character in "([<{":
            depth += 1
        if character in ")]>}":
            depth -= 1
        if character == separator and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += character
    return [each.strip() for each in parts + [part] if each.strip()]


def access(text):
    return "public " if re.match(r"(\s*@\w+\s*)*\s*public\b", without_comments(text)) else ""


def cases(text):
    """Name and type of the value of each case."""
    for line in re.findall(r"\bcase\s+((?:[^\n;]|\n(?=\s*[,)]))*)", members(text)):
        for case in split(line):
            name, _, values = case.partition("(")
            types = split(values.rstrip()[:-1]) if values else []
            if not types:
                yield name.strip(), "Void"
            elif len(types) == 1:
                yield name.strip(), types[0].split(":", 1)[-1].strip()
            else:
                yield name.strip(), "(" + ", ".join(types) + ")"


def case_pathable(request):
    if request["macroRole"] != "extension":
        return ""
    text = request["declSyntax"]["source"]
    type_name = request["extendedTypeSyntax"]["source"].strip()
    level = access(text)
    paths = "".join(
        f"{level}var {name}: CasePaths.AnyCasePath<{type_name}, {value}> {{ fatalError() }}\n"
        for name, value in cases(text)
    )
    return (
        f"extension {type_name}: CasePaths.CasePathable {{\n{level}struct AllCasePaths {{\n{paths}}}\n"
        f"{level}static var allCasePaths: AllCasePaths {{ fatalError() }}\n}}"
    )


def dependency_client(request):
    if request["macroRole"] != "member":
        return ""
    text = request["declSyntax"]["source"]
    level = access(text)
    endpoints = re.findall(r"\bvar\s+(\w+)\s*:\s*([^=;\n]+)", members(text))
    given = ", ".join(f"{name}: @escaping {kind.strip()}" for name, kind in endpoints)
    return (
        f"{level}init({given}) {{ fatalError() }}\n{level}init() {{ fatalError() }}"
    )


EXPANSIONS = {"CasePathableMacro": case_pathable, "DependencyClientMacro": dependency_client}


def main():
    while (message := read()) is not None:
        kind, request = next(iter(message.items()))
        if kind == "getCapability":
            write({"getCapabilityResult": {"capability": {"protocolVersion": 7}}})
        elif kind == "expandAttachedMacro":
            source = EXPANSIONS[request["macro"]["typeName"]](request)
            write({"expandMacroResult": {"expandedSource": source, "diagnostics": []}})
        else:
            write({"expandMacroResult": {"expandedSource": "", "diagnostics": []}})


main()
