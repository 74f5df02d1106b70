"""Compares what Moult writes with the edits of the compiler's own fix-its."""
import collections
import os
import re
import shutil
import tempfile

from compiler import Edit
from uses import by_use


HEAD = "the head of an extension"


def applied(text, edits):
    """The text with edits made; nil if two overlap. Offsets count bytes."""
    data, end = text.encode(), len(text.encode())
    for edit in sorted(edits, reverse=True):
        if edit.end > end:
            return None
        data, end = data[:edit.start] + edit.text.encode() + data[edit.end:], edit.start
    return data.decode()


def line_starts(text):
    """The byte offset at which each line begins."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line.encode()) + 1)
    return starts


def plain(code):
    """Code without blanks, which are no part of an edit's meaning here."""
    return re.sub(r"\s+", "", code)


def compare(compiler, before, theirs, ours, reasons, listing):
    """Prints each use of which the compiler's fix-its make something else than Moult.

    before, ours: the texts of the files; theirs: edits by (file, line); reasons: why Moult rewrites nothing, by use;
    listing: the file that gets all of them, of which three of each kind are printed where there are many.
    """
    written = {name: by_use(text) for name, text in ours.items()}
    starts = {name: line_starts(text) for name, text in before.items()}
    same, rows = 0, []
    for (name, number), edits in sorted(theirs.items()):
        old = before[name].split("\n")[number - 1].strip()
        use = re.search(r"\bfunc (use\d+)", old)
        if not use:
            rows.append((HEAD, old, "", "", name, edits))
            continue
        new = written[name].get(use.group(1), old)
        start = starts[name][number - 1]
        line = before[name].split("\n")[number - 1]
        wanted = applied(line, [Edit(edit.start - start, edit.end - start, edit.text) for edit in edits])
        if wanted is not None and plain(wanted) == plain(new):
            same += 1
            continue
        rows.append((use.group(1), old, wanted, new, name, edits))
    # What the compiler would write, judged by itself.
    with tempfile.TemporaryDirectory() as work:
        place = os.path.join(work, "Uses")
        os.makedirs(place)
        lines = {}
        for name, text in before.items():
            mine = [edit for use, _, _, _, file, edits in rows if file == name for edit in edits]
            made = applied(text, mine)
            lines[name] = (made or text).split("\n")
            open(os.path.join(place, name), "w").write(made or text)
        refused = set()
        for name, number, kind, message in compiler.check(place):
            use = re.search(r"\bfunc (use\d+)", lines[name][number - 1])
            if kind == "error" and use:
                refused.add(use.group(1))
        shutil.rmtree(place)
    groups = collections.defaultdict(list)
    for use, old, wanted, new, name, edits in rows:
        groups[reason(use, old, wanted, new, refused, reasons)].append((old, wanted, new))
    print("fix-its of the compiler: %d lines; the same edit in %d, another in %d" % (len(theirs), same, len(rows)))
    for why, cases in sorted(groups.items(), key=lambda item: -len(item[1])):
        print("  %d: %s" % (len(cases), why))
        for old, wanted, new in cases[:3 if len(cases) > 9 else None]:
            print("    %s\n      compiler: %s\n      moult:    %s" % (old[:300], (wanted or "")[:300], "nothing" if old == new else new[:300]))
    with open(listing, "w") as file:
        for why, cases in sorted(groups.items()):
            for old, wanted, new in cases:
                file.write("%s\n  before:   %s\n  compiler: %s\n  moult:    %s\n" % (why, old, wanted, new))


def reason(use, old, wanted, new, refused, reasons):
    if use == HEAD:
        return "the head of an extension: Moult holds the type's new name back, as a finding in it would be lost"
    if use in refused:
        return "what the compiler writes does not compile"
    if old == new:
        return "left to a person: " + re.sub(r"'[^']*'", "'…'", reasons.get(use, "nothing is found"))
    if wanted and plain(re.sub(r"\b[\w.]+(?=[(.])", "X", wanted)) == plain(re.sub(r"\b[\w.]+(?=[(.])", "X", new)):
        return "the compiler writes the name of the type where 'Self' stands, which Moult keeps"
    return "another form of the same"
