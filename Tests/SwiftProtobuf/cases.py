#!/usr/bin/env python3
"""Writes each rewritten Swift case of the pages below a folder as a file that can be compiled.

    cases.py PAGES OUT

A case is left out if something in it is left to a person (its markers say `manual`, or it has a placeholder) or if it is about another
module than SwiftProtobuf.
"""
import pathlib
import re
import sys

pages, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
out.mkdir(parents=True)
for page in sorted(pages.glob("*-*/*.md")):
    for number, case in enumerate(page.read_text().split("\n## ")[1:]):
        blocks = re.findall(r"```swift (before|after)([^\n]*)\n(.*?)\n```", case, re.S)
        after = [text for side, path, text in blocks if side == "after" and not path.strip()]
        before = "".join(text for side, _, text in blocks if side == "before")
        manual = re.search(r"^// .* manual$", before, re.M)
        if len(after) != 1 or manual or "<#" in after[0]:
            continue
        imports = re.findall(r"^(?:@testable )?import (?:struct )?(\w+)", after[0], re.M)
        if set(imports) - {"Foundation", "SwiftProtobuf"}:
            continue
        # A file of statements has to be called main.swift; declarations of constants are fine.
        (out / f"{page.parent.name}-{page.stem}-{number}.swift").write_text(after[0] + "\n")
