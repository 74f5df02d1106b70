"""What a program prints before and after a fix."""
import os
import re
import shutil
import subprocess

from uses import Use, WITH_FIX


def print_pure(moult, folder, lessons):
    """Prints constants that swift-syntax calls deprecated, before and after a fix, and compares what comes out.

    Returns whether at least 50 were printed and all are the same.
    """
    place = os.path.join(folder, "Sources", "Pure")
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    lines = []
    for lesson in lessons:
        if lesson["module"] != "SwiftSyntax" or lesson["lesson"] not in WITH_FIX or lesson["state"] == "unavailable":
            continue
        use = Use(0, lesson)
        head = use.head() if use.code else ""
        found = re.search(r"\bstatic (?:var|let) `?(\w+)`?", head)
        if found and lesson["around"]:
            name = "%s.%s" % (use.owner(), found.group(1))
            line = 'print("%s", %s)' % (name, name)
            if line not in lines:
                lines.append(line)
    path = os.path.join(place, "main.swift")

    def output():
        run = subprocess.run(["swift", "build", "--product", "Pure"], cwd=folder, capture_output=True, text=True)
        if run.returncode:
            return None, {int(n) for n in re.findall(r"Pure/main\.swift:(\d+):\d+: error", run.stdout + run.stderr)}
        binary = subprocess.run(["swift", "build", "--show-bin-path"], cwd=folder, capture_output=True, text=True).stdout.strip()
        return subprocess.run([os.path.join(binary, "Pure")], capture_output=True, text=True).stdout, set()

    for attempt in range(4):
        with open(path, "w") as file:
            file.write("import SwiftSyntax\n" + "\n".join(lines) + "\n")
        before, wrong = output()
        if before is not None or not wrong:
            break
        # What this platform does not have is no use.
        lines = [line for number, line in enumerate(lines) if number + 2 not in wrong]
    written = open(path).read()
    subprocess.run([moult, "fix", "--review", "--dependencies", "--allow-dirty", "Sources/Pure"], cwd=folder, capture_output=True)
    changed = sum(1 for a, b in zip(written.split("\n"), open(path).read().split("\n")) if a != b)
    after, wrong = output()
    with open(path, "w") as file:
        file.write("\n")
    same = before is not None and before == after
    print("pure: %d constants print %s before and after; %d lines were rewritten" % (
        len(lines), "the same" if same else "something else", changed))
    return same and changed >= 50
