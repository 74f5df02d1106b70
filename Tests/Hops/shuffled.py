#!/usr/bin/env python3
"""Copies a catalogue with its rules in another order: they are sorted by id, so each gets another id.

  shuffled.py RULES OUT SEED

`grpc-swift.pod` becomes something like `grpc-swift.r017-pod`; what the rule finds and puts stays as it is.
"""
import os
import random
import re
import sys


def main(rules, out, seed):
    numbers = random.Random(int(seed))
    texts = {}
    ids = {}
    for folder, _, names in sorted(os.walk(rules)):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), rules)
            with open(os.path.join(folder, name)) as file:
                texts[path] = file.read()
            if name.endswith(".md"):
                # The first one is the page's own.
                number = numbers.randrange(1000)
                own = re.match(r"---\nid: ([\w-]+)\.(\S+)\n", texts[path])
                if own:
                    ids[".".join(own.groups())] = f"{own[1]}.r{number:03}-{own[2]}"
    longest_first = sorted(ids, key=len, reverse=True)
    named = re.compile(r"(?<![\w./-])(?:" + "|".join(map(re.escape, longest_first)) + r")(?![\w-]|\.\w)")
    for path, text in texts.items():
        if path.endswith(".md"):
            # Cases and guards name rules, too.
            text = named.sub(lambda found: ids[found[0]], text)
        os.makedirs(os.path.dirname(os.path.join(out, path)), exist_ok=True)
        with open(os.path.join(out, path), "w") as file:
            file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
