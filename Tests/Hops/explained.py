#!/usr/bin/env python3
"""Tells which errors of the compiler a report of `moult lint` speaks of.

  explained.py PROJECT REPORT ERRORS

PROJECT is the folder that both are about, REPORT what `lint --format json` wrote in it, ERRORS what the compiler wrote in
the style of LLVM. An error is explained if a finding that only a person can settle (advice, a placeholder, or a fix that
was not applied) touches its line, or the line that declares a local variable which it speaks to: whoever settles that
line settles its uses. Prints one line of figures and each error that is not explained; exits 1 if there is one.
"""
import json
import os
import re
import sys


def declared(path, number):
    """The line of the nearest `let` or `var` above for each word of the line, while the function lasts."""
    with open(path) as file:
        lines = file.read().split("\n")
    found = {}
    text = lines[number - 1]
    # A call over several lines speaks of what its arguments name.
    for below in range(number, min(number + 5, len(lines))):
        if text.count("(") <= text.count(")"):
            break
        text += lines[below]
    words = set(re.findall(r"[A-Za-z_]\w*", text))
    for above in range(number - 1, 0, -1):
        if re.match(r"\s*(\w+ )*func ", lines[above - 1]):
            break
        for name in re.findall(r"\b(?:let|var) (\w+)", lines[above - 1]):
            if name in words:
                found.setdefault(name, above)
    return set(found.values())


def main(project, report, errors):
    told = {}
    for finding in json.load(open(report))["findings"]:
        lines = range(finding["range"]["start"]["line"], finding["range"]["end"]["line"] + 1)
        told.setdefault(finding["path"], set()).update(lines)
    found = set()
    for line in open(errors):
        match = re.match(r"(/.*?):(\d+):\d+: error: (.*)", line)
        if match:
            found.add((os.path.relpath(match[1], os.path.realpath(project)), int(match[2]), match[3]))
        elif re.match(r"(<unknown>:0: )?error: (?!allowing deserialization)", line):
            # A module with errors is imported all the same, and the compiler says so of each declaration.
            found.add(("(no place)", 0, line.strip()))
    here = [error for error in found if error[1] in told.get(error[0], ())]
    above = [
        (path, line, message)
        for path, line, message in found
        if path in told and line not in told[path] and declared(os.path.join(project, path), line) & told[path]
    ]
    unexplained = sorted(found.difference(here, above))
    print(f"{len(found)} errors, {len(here)} explained there, {len(above)} by a variable, {len(unexplained)} not at all")
    for path, line, message in unexplained:
        print(f"  {path}:{line}: {message}")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
