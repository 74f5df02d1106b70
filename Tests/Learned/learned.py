#!/usr/bin/env python3
"""Holds what is learned from libraries against the libraries and the compiler.

learned.py MOULT FOLDER lists what was learned from each library that the package in FOLDER depends on, and with --program
generates a target that uses each declaration once, has the compiler look at it before and after `moult fix`, and
compares the fixes with the compiler's own.
"""
import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys

from compiler import Compiler
from fixits import compare
from pure import print_pure
from uses import WITH_FIX, by_use, sources

# What only some platforms retire and conformances that are taken back are no declarations that code can use.
UNUSABLE = ("conformance", "platforms")
SHARE = 75


def report(lessons, named):
    """Prints a row for each library, and returns whether what can be used of those that are named has a fix often enough."""
    table = collections.defaultdict(collections.Counter)
    for lesson in lessons:
        table[lesson["library"]][lesson["lesson"]] += 1
    print("%-28s %6s %6s %6s  reasons" % ("library", "all", "fix", "share"))
    totals = collections.defaultdict(lambda: [0, 0])
    for library, counts in sorted(table.items()):
        usable = sum(n for kind, n in counts.items() if kind not in UNUSABLE)
        fixes = sum(n for kind, n in counts.items() if kind in WITH_FIX)
        for group in ["all"] + (["the ten"] if library in named else []):
            totals[group][0] += usable
            totals[group][1] += fixes
        rest = ", ".join("%s %d" % pair for pair in sorted(counts.items()) if pair[0] not in WITH_FIX)
        print("%-28s %6d %6d %5.0f%%  %s" % (library, sum(counts.values()), fixes, 100 * fixes / max(usable, 1), rest))
    for group in sorted(totals):
        usable, fixes = totals[group]
        print("%-28s %6d %6d %5.0f%%  of what code can use" % (group, usable, fixes, 100 * fixes / max(usable, 1)))
    usable, fixes = totals["the ten"]
    return 100 * fixes >= SHARE * usable


def print_coverage(compiler, lessons, modules):
    """Compares what is listed with what the compiler's symbol graphs of the modules call retired; returns whether all is listed."""
    listed = set()
    for lesson in lessons:
        # `Module.Type.name(label:)`; the module of an extended type is its own.
        listed.add(lesson["name"].split(".", 1)[-1])
        listed.add(lesson["name"].split(".", 1)[-1].split("(")[0])
    total, inside, missing = 0, 0, []
    for module in sorted(modules):
        for parts, kind, is_inside in compiler.retired(module):
            total += 1
            name = ".".join(parts)
            known = name in listed or kind == "swift.enum.case" and name.split("(")[0] in listed
            if not known and is_inside:
                inside += 1
            elif not known:
                missing.append("%s: %s (%s)" % (module, name[:150], kind))
    print("symbol graphs: %d retired declarations in %d modules; %d listed, %d as members of a type that is, %d not" % (
        total, len(modules), total - inside - len(missing), inside, len(missing)))
    for line in missing:
        print("  not listed: " + line)
    return not missing


def print_uses(uses):
    print("uses: %d of %d declarations" % (sum(1 for use in uses if use.code), len(uses)))
    for reason, count in collections.Counter(use.reason for use in uses if use.reason).items():
        print("  not used: %s %d" % (reason, count))


def take_out(compiler, folder):
    """Takes out the uses that the generator got wrong, so that what is left compiles; returns what is said of the rest."""
    taken = collections.Counter()
    for attempt in range(8):
        before = compiler.check()
        errors = [entry for entry in before if entry[2] == "error"]
        if not errors:
            break
        for path in {entry[0] for entry in errors}:
            name = os.path.join(folder, path)
            lines = open(name).read().split("\n")
            for number in sorted({entry[1] for entry in errors if entry[0] == path}):
                match = re.search(r"\bfunc (use\d+)", lines[number - 1])
                if match:
                    lines[number - 1] = ""
                elif lines[number - 1].startswith("extension"):
                    lines[number - 1: number + 2] = ["", "", ""]
            open(name, "w").write("\n".join(lines))
        for entry in errors:
            taken[entry[3].split("'")[0].strip()] += 1
    print("taken out: %d, as the compiler refuses what the generator wrote" % sum(taken.values()))
    for reason, count in taken.most_common(12):
        print("  %s %d" % (reason, count))
    return before


def texts_of(folder):
    return {name: open(os.path.join(folder, name)).read() for name in sorted(os.listdir(folder))}


def is_about_deprecation(text):
    return "deprecated" in text or "renamed" in text


def use_at(text, line):
    """The use whose code a one-based line is of."""
    lines = text.split("\n")
    for number in range(line - 1, -1, -1):
        match = re.search(r"\bfunc (use\d+)", lines[number])
        if match:
            return match.group(1)
        if lines[number].startswith("extension "):
            # A head is used by what follows it.
            match = re.search(r"\bfunc (use\d+)", lines[number + 1])
            return match.group(1) if match else None
    return None


def reasons_of(moult, folder, texts):
    """What Moult tells a person to do, by use."""
    run = subprocess.run(
        [moult, "lint", "--dependencies", "--format", "json", "Sources/Uses"], cwd=folder, capture_output=True, text=True)
    found = {}
    for finding in json.loads(run.stdout)["findings"]:
        if finding["rule"].endswith(".deprecated"):
            name = os.path.basename(finding["path"])
            use = use_at(texts[name], finding["range"]["start"]["line"])
            found.setdefault(use, finding.get("nextStep") or "a fix is held back")
    return found


def print_program(moult, folder, lessons, modules, compiler):
    """Has the compiler look at one use of each declaration before and after a fix; returns whether all bars are met."""
    place = os.path.join(folder, "Sources", "Uses")
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    made, uses = sources(lessons, {lesson["library"] for lesson in lessons}, modules)
    for module, text in made.items():
        with open(os.path.join(place, module + ".swift"), "w") as file:
            file.write(text)
    print_uses(uses)
    before = take_out(compiler, place)
    saved = texts_of(place)
    functions = sum(len(re.findall(r"\bfunc use\d+", text)) for text in saved.values())
    warned = {(path, line) for path, line, kind, text in before if is_about_deprecation(text)}
    print("before: %d uses compile, %d lines with a warning of deprecation" % (functions, len(warned)))
    fixits = compiler.fixits()
    fixed = subprocess.run(
        [moult, "fix", "--review", "--dependencies", "--allow-dirty", "Sources/Uses"],
        cwd=folder, capture_output=True, text=True)
    with open(os.path.join(folder, ".build", "moult-fix.log"), "w") as file:
        file.write(fixed.stdout + fixed.stderr)
    after, ours = compiler.check(), texts_of(place)
    errors = [entry for entry in after if entry[2] == "error"]
    still = sorted({(path, line) for path, line, kind, text in after if kind == "warning" and is_about_deprecation(text)})
    print("after: %d errors, %d lines with a warning of deprecation" % (len(errors), len(still)))
    for entry in errors[:60]:
        print("  %s:%d: %s\n    %s" % (entry[0], entry[1], entry[3], ours[entry[0]].split("\n")[entry[1] - 1].strip()))
    reasons = reasons_of(moult, folder, ours)
    originals = {use: code for text in saved.values() for use, code in by_use(text).items()}
    groups = collections.defaultdict(list)
    for path, line in still:
        use = use_at(ours[path], line)
        code = by_use(ours[path]).get(use, "")
        # Which of two overloads is meant that differ in their constraints alone, or in one of `some` and one of a type, is not inferred.
        why = reasons.get(use) or "nothing is found, as overloads that are not deprecated are not told apart from it"
        if code != originals.get(use):
            why = "what it is rewritten to is deprecated as well: " + why
        groups[re.sub(r"'[^']*'|\bnode\.\w+\b|with [\w, ]+ argument", "…", why)].append(code)
    for why, codes in sorted(groups.items(), key=lambda item: -len(item[1])):
        print("  left %d: %s" % (len(codes), why))
        for code in codes[:2]:
            print("    " + code[:240])
    compare(compiler, saved, fixits, ours, reasons, os.path.join(folder, ".build", "fixits.txt"))
    return not errors and functions >= 700


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("moult")
    parser.add_argument("folder")
    parser.add_argument("--program", metavar="MODULES", help="modules to use, with commas; have the compiler look at uses before and after")
    parser.add_argument("--prepared", action="store_true", help="take the modules as the last run left them")
    parser.add_argument("--pure", action="store_true", help="also print constants before and after a fix")
    arguments = parser.parse_args()
    moult = os.path.abspath(arguments.moult)
    result = subprocess.run(
        [moult, "rules", "--learned", "--format", "json"], cwd=arguments.folder, capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr)
    lessons = json.loads(result.stdout)
    for lesson in lessons:
        lesson["module"] = lesson["name"].split(".")[0]
    named = set(re.findall(r'"[\w-]+/([\w.-]+)", "\d', open(os.path.join(arguments.folder, "Package.swift")).read()))
    is_well = report(lessons, named)
    if arguments.pure:
        is_well = print_pure(moult, arguments.folder, lessons) and is_well
    if arguments.program:
        modules = {name: set() for name in arguments.program.split(",")}
        compiler = Compiler(arguments.folder, arguments.prepared)
        is_well = print_coverage(compiler, lessons, modules) and is_well
        is_well = print_program(moult, arguments.folder, lessons, modules, compiler) and is_well
    sys.exit(0 if is_well else 1)


main()
