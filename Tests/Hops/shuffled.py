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
    for folder, _, names in sorted(os.walk(rules)):
        target = os.path.join(out, os.path.relpath(folder, rules))
        os.makedirs(target)
        for name in sorted(names):
            with open(os.path.join(folder, name)) as file:
                text = file.read()
            if name.endswith(".md"):
                # The first one is the page's own; those in its cases are not read.
                number = numbers.randrange(1000)
                text = re.sub(r"\A(---\nid: [\w-]+\.)", rf"\g<1>r{number:03}-", text)
            with open(os.path.join(target, name), "w") as file:
                file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
