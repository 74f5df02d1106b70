#!/usr/bin/env python3
"""Counts the functions on rule pages of grpc-swift 0 to 1 that are rewritten whole, by the style of their call.

  count_cases.py PAGES LEAST

PAGES is the folder of the hop. A function counts for a style if it has a finding with a fix that is about a call, or a
handler, of that style, and no finding that is left to a person. Exits 1 if a style has fewer than LEAST.
"""
import glob
import os
import re
import sys

STYLES = {"sayHello": "unary", "upload": "client streaming", "watch": "server streaming", "chat": "bidirectional"}
CALLS = {"grpc-swift.blocking-unary-call", "grpc-swift.completion-call", "grpc-swift.streaming-call"}
KINDS = ["unary, blocking", "unary, completion"] + list(STYLES.values())[1:]


def cases(text):
    """The blocks of each case, `(information, lines)`, for cases that have an `after`."""
    for case in re.split(r"^## ", text, flags=re.M)[1:]:
        blocks = re.findall(r"^```(.*)\n((?:.*\n)*?)```$", case, re.M)
        if any(" after" in information for information, _ in blocks):
            yield [(information, lines.split("\n")) for information, lines in blocks]


def functions(lines):
    """The outermost functions of a block as ranges of lines, by their braces."""
    start, depth = None, 0
    for number, line in enumerate(lines):
        code = re.sub(r'"(?:\\.|[^"\\])*"', '""', line.split("//")[0] if re.match(r"\s*//", line) else line)
        if start is None and re.match(r"\s*(?:@?\w+(?:\(\w*\))? )*(?:func \S|(?:convenience )?init[(?])", code):
            start, depth = number, 0
        if start is None:
            continue
        depth += code.count("{") - code.count("}")
        if depth == 0 and "}" in code:
            yield range(start, number + 1)
            start = None


def findings(lines):
    """`(line, text, rule, safety)` of each caret, the line that of the code above it."""
    code = 0
    for number, line in enumerate(lines):
        match = re.match(r"(//\s*)(\^+) (\S+) (\w+)$", line)
        if not match:
            code = number
            continue
        start = len(match[1]) if len(match[1]) > 2 or match[2] else 0
        yield code, lines[code][start : start + len(match[2])], match[3], match[4]


def kind(text, rule, lines, number, isAsync):
    if rule == "grpc-swift.server-session":
        session = re.fullmatch(r"Hello_V1_Greeter(\w+)Session", text)
        function = re.search(r"func (\w+)\(", lines[number])
        if not session or not function or function[1].lower() != session[1].lower():
            return None
        return f"handler, {STYLES[function[1]]}, {'async' if isAsync else 'futures'}"
    if rule not in CALLS:
        return None
    style = next((style for name, style in STYLES.items() if name in text), None)
    if style == "unary":
        return "unary, completion" if rule.endswith("completion-call") else "unary, blocking"
    return style


def main(folder, least):
    counts = {name: 0 for name in KINDS}
    counts.update({f"handler, {s}, {style}": 0 for style in ["futures", "async"] for s in STYLES.values()})
    for path in sorted(glob.glob(os.path.join(folder, "*.md"))):
        for blocks in cases(open(path).read()):
            isAsync = any("server-style: async" in "\n".join(lines) for _, lines in blocks)
            for information, lines in blocks:
                if not information.startswith("swift before"):
                    continue
                found = list(findings(lines))
                for function in functions(lines):
                    inside = [finding for finding in found if finding[0] in function]
                    if any(safety in ("manual", "placeholder") for _, _, _, safety in inside):
                        continue
                    kinds = {kind(text, rule, lines, number, isAsync) for number, text, rule, _ in inside}
                    for name in kinds - {None}:
                        counts[name] += 1
    for name, count in counts.items():
        print(f"{count:4} {name}")
    few = [name for name, count in counts.items() if count < int(least)]
    for name in few:
        print(f"error: fewer than {least} whole functions: {name}")
    return 1 if few else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
