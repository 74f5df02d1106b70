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

WITH_FIX = {"renamed", "renamed-unknown", "body"}


def split(text, separator=","):
    """Parts of a list at the outermost level of brackets."""
    parts, depth, start, string = [], 0, 0, False
    previous = ""
    for index, character in enumerate(text):
        if character == '"' and previous != "\\":
            string = not string
        elif not string:
            if character in "([{" or (character == "<"):
                depth += 1
            elif character in ")]}" or (character == ">" and previous != "-"):
                depth -= 1
            elif character == separator and depth == 0:
                parts.append(text[start:index])
                start = index + 1
        previous = character
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def closing(text, start):
    """The index of the bracket that closes the one at `start`."""
    depth, previous = 0, ""
    pairs = {"(": ")", "[": "]", "<": ">", "{": "}"}
    opened = text[start]
    for index in range(start, len(text)):
        character = text[index]
        if character == opened:
            depth += 1
        elif character == pairs[opened] and not (character == ">" and previous == "-"):
            depth -= 1
            if depth == 0:
                return index
        previous = character
    return -1


def without_comments(text):
    return re.sub(r"//[^\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))


class Use:
    """One declaration, and a function that uses it."""

    def __init__(self, number, lesson):
        self.number, self.lesson, self.reason, self.code = number, lesson, None, None
        try:
            self.code = self.function()
        except ValueError as error:
            self.reason = str(error)

    def head(self):
        """The declaration without attributes and body."""
        text = without_comments(self.lesson["declaration"]).strip()
        while text.startswith("@"):
            match = re.match(r"@[\w.]+", text)
            rest = text[match.end():]
            if rest.startswith("("):
                rest = rest[closing(rest, 0) + 1:]
            text = rest.strip()
        return " ".join(text.split())

    def function(self):
        head, name = self.head(), "use%d" % self.number
        around = self.lesson["around"]
        if "#if" in self.lesson["declaration"]:
            raise ValueError("conditions in the declaration")
        words = head.split()
        static = "static" in words[:4] or "class" in words[:4]
        match = re.search(r"\b(func|init|var|let|typealias|case|subscript|struct|class|enum|protocol|extension)\b", head)
        if not match:
            raise ValueError("no declaration")
        kind, rest = match.group(1), head[match.end():].strip()
        if kind == "class" and re.match(r"(func|var|let)\b", rest):
            static = True
            match = re.match(r"(func|var|let)\b", rest)
            kind, rest = match.group(1), rest[match.end():].strip()
        if kind == "typealias":
            alias = re.match(r"`?(\w+)`?\s*(<)?", rest)
            if alias.group(2):
                raise ValueError("a generic alias")
            base = "" if not around else self.owner() + "."
            return "func %s(_ value: (%s%s)?) {}" % (name, base, alias.group(1)), None
        if kind in ("struct", "class", "enum", "protocol", "extension"):
            if kind != "extension" and not around and not re.match(r"\w+\s*<", rest):
                return "func %s(_ value: (any %s)?) {}" % (name, re.match(r"\w+", rest).group()) if kind == "protocol" else \
                    "func %s(_ value: %s?) {}" % (name, re.match(r"\w+", rest).group()), None
            raise ValueError("a type")
        if self.lesson["name"].endswith("`") or kind == "subscript":
            raise ValueError("a subscript")
        if around and around[-1].lstrip().split(" ")[0] == "" :
            raise ValueError("no type")
        owner = self.owner() if around else None
        if kind == "case":
            if len(split(rest)) > 1 or "(" in rest:
                raise ValueError("several cases or values")
            return "static func %s() { _ = Self.%s }" % (name, re.match(r"`?(\w+)`?", rest).group(1)), self.container()
        if kind in ("var", "let"):
            variable = re.match(r"`?(\w+)`?", rest).group(1)
            effects = re.search(r"get\s+(async\s*)?(throws)?", self.lesson["declaration"])
            mark = ("try " if effects and effects.group(2) else "") + ("await " if effects and effects.group(1) else "")
            declared = (" async" if "await" in mark else "") + (" throws" if "try" in mark else "")
            if not around:
                return "func %s()%s { _ = %s%s }" % (name, declared, mark, variable), None
            base = "Self" if static else "self"
            return "%sfunc %s()%s { _ = %s%s.%s }" % ("static " if static else "", name, declared, mark, base, variable), \
                self.container()
        generics, where = "", ""
        if kind == "init":
            called = "init"
            rest = rest.lstrip("?!")
        else:
            called = re.match(r"`?([^\s(<`]+|<+)`?", rest).group(1)
            if not re.match(r"\w+$", called):
                raise ValueError("an operator")
            rest = re.sub(r"^`?%s`?" % re.escape(called), "", rest).strip()
        if rest.startswith("<"):
            end = closing(rest, 0)
            generics, rest = rest[:end + 1], rest[end + 1:].strip()
        end = closing(rest, 0)
        parameters, rest = split(rest[1:end]), rest[end + 1:].split("{")[0]
        if " where " in rest:
            where = " where " + rest.split(" where ")[1].strip()
        effects = rest.split("->")[0]
        mark = ("try " if "throws" in effects else "") + ("await " if "async" in effects else "")
        declared = (" async" if "async" in effects else "") + (" throws" if "throws" in effects else "")
        if "rethrows" in effects:
            mark, declared = "try ", " throws"
        own, given = [], []
        for index, parameter in enumerate(parameters):
            names, type = parameter.split(":", 1)
            names = [word for word in names.split() if not word.startswith("@") and word not in ("isolated", "borrowing")]
            # A default is no part of the type.
            depth, cut, previous = 0, len(type), ""
            for position, character in enumerate(type):
                if character in "([<":
                    depth += 1
                elif character in ")]" or character == ">" and previous != "-":
                    depth -= 1
                elif character == "=" and depth == 0:
                    cut = position
                    break
                previous = character
            has_default, type = cut < len(type), type[:cut].strip()
            if has_default and re.search(r"#(file|line|function|column|fileID|filePath)", parameter):
                continue
            if type.endswith("..."):
                raise ValueError("a variadic parameter")
            if "@autoclosure" in type:
                type = type.replace("@autoclosure", "").replace("@escaping", "").replace("@Sendable", "").strip()
                type = re.sub(r"^\(\)\s*(async\s*)?(r?e?throws)?\s*->\s*", "", type)
            if "each " in type or "repeat " in type:
                raise ValueError("a parameter pack")
            label = "" if names[0] == "_" else names[0].strip("`") + ": "
            sign = "&" if type.startswith("inout ") else ""
            own.append("p%d: %s" % (index, type))
            given.append("%s%sp%d" % (label, sign, index))
        if "each " in generics:
            raise ValueError("a parameter pack")
        call = "%s(%s)" % (called, ", ".join(given))
        if kind == "init":
            if around[-1].split()[-2:-1] == ["protocol"]:
                raise ValueError("an initialiser of a protocol")
            base, before = "Self.", "static "
            if "class " in self.kind_of_owner():
                raise ValueError("an initialiser of a class")
            call = "Self(%s)" % ", ".join(given) if given or True else call
            return "%sfunc %s%s(%s)%s%s { _ = %s%s }" % (
                before, name, generics, ", ".join(own), declared, where, mark, call), self.container()
        if not around:
            return "func %s%s(%s)%s%s { _ = %s%s }" % (name, generics, ", ".join(own), declared, where, mark, call), None
        before = "static " if static else "mutating " if "mutating" in words[:4] else ""
        return "%sfunc %s%s(%s)%s%s { _ = %s%s.%s }" % (
            before, name, generics, ", ".join(own), declared, where, mark, "Self" if static else "self", call), self.container()

    def kind_of_owner(self):
        return self.lesson["around"][-1]

    def owner(self):
        names = []
        for head in self.lesson["around"]:
            head = re.sub(r"@\w+(\([^)]*\))?\s*", "", head)
            match = re.search(r"\b(struct|class|enum|protocol|extension|actor)\s+([\w.]+)", head)
            if not match:
                raise ValueError("an unusual type")
            names.append(match.group(2))
        return ".".join(names)

    def container(self):
        """The head of an extension in which the declaration is seen as in its own place."""
        last = self.lesson["around"][-1]
        where = re.search(r"\swhere\s.*", last) if "extension" in last else None
        return "extension %s%s" % (self.owner(), where.group().rstrip() if where else "")


def report(lessons):
    table = collections.defaultdict(collections.Counter)
    for lesson in lessons:
        table[lesson["library"]][lesson["lesson"]] += 1
    print("%-24s %6s %6s %6s  reasons" % ("library", "all", "fix", "share"))
    everything, fixable = 0, 0
    for library, counts in sorted(table.items()):
        # What only some platforms retire and conformances that are taken back are no declarations that code can use.
        usable = sum(n for kind, n in counts.items() if kind not in ("conformance", "platforms"))
        fixes = sum(n for kind, n in counts.items() if kind in WITH_FIX)
        everything, fixable = everything + usable, fixable + fixes
        rest = ", ".join("%s %d" % pair for pair in sorted(counts.items()) if pair[0] not in WITH_FIX)
        print("%-24s %6d %6d %5.0f%%  %s" % (library, sum(counts.values()), fixes, 100 * fixes / max(usable, 1), rest))
    print("%-24s %6d %6d %5.0f%%  of what code can use" % ("all", everything, fixable, 100 * fixable / max(everything, 1)))
    return everything, fixable


def sources(lessons, libraries, modules):
    """Returns the text of one file for each module, and the uses."""
    texts, uses = {}, []
    for lesson in lessons:
        if lesson["library"] not in libraries or lesson["lesson"] not in WITH_FIX or lesson["state"] == "unavailable":
            continue
        module = lesson["module"]
        if module not in modules:
            continue
        use = Use(len(uses), lesson)
        uses.append(use)
        if use.code:
            code, container = use.code
            text = texts.setdefault(module, ["import %s" % extra for extra in sorted({module} | modules[module])])
            text.append("%s {\n  %s\n}" % (container, code) if container else code)
    return {module: "\n".join(text) + "\n" for module, text in texts.items()}, uses


class Compiler:
    """The compiler over the prepared modules of a package."""

    def __init__(self, folder, is_prepared):
        self.folder = folder
        if not is_prepared:
            run = subprocess.run(
                ["swift", "build", "--experimental-prepare-for-indexing",
                 "--experimental-prepare-for-indexing-no-lazy", "--target", "Uses"],
                cwd=folder, capture_output=True, text=True)
            if run.returncode:
                sys.exit(run.stdout + run.stderr)
        text = open(os.path.join(folder, ".build", "debug.yaml")).read()
        match = re.search(r'  "C\.Uses-[\w-]+-debug\.module":\n((?:    .*\n)+)', text)
        arguments = json.loads(re.search(r"    args: (.*)\n", match.group(1)).group(1))
        self.flags = []
        for index, argument in enumerate(arguments):
            if argument in ("-I", "-target", "-Xcc", "-swift-version", "-module-cache-path", "-sdk"):
                self.flags += [argument, arguments[index + 1]]

    def fixits(self):
        """Returns the words that the compiler's own fix-its write, by (file, line).

        It prints them below the carets of a note; edits with their ranges are only in a format of its own.
        """
        run = subprocess.run(self.command() + self.files(), capture_output=True, text=True)
        found, lines = collections.defaultdict(list), run.stderr.splitlines()
        for index, line in enumerate(lines):
            match = re.match(r"(\S+Uses/\S+\.swift):(\d+):\d+: note: use '", line)
            if match and index + 3 < len(lines) and not re.match(r"\S+:\d+:\d+: ", lines[index + 3]):
                words = re.findall(r"[A-Za-z_]\w*", lines[index + 3])
                found[os.path.basename(match.group(1)), int(match.group(2))] += words
        return found

    def files(self):
        return sorted(
            os.path.join(self.folder, "Sources", "Uses", name)
            for name in os.listdir(os.path.join(self.folder, "Sources", "Uses")))

    def command(self):
        return ["swiftc", "-frontend", "-typecheck", "-parse-as-library", "-disable-objc-interop",
                "-diagnostic-style", "llvm", "-module-name", "Uses"] + self.flags

    def check(self):
        """Returns errors and warnings as (file, line, kind, text), sorted."""
        run = subprocess.run(self.command() + self.files(), capture_output=True, text=True)
        found = set()
        for line in run.stderr.splitlines():
            match = re.match(r"(\S+Uses/\S+\.swift):(\d+):(\d+): (error|warning): (.*)", line)
            if match:
                found.add((os.path.basename(match.group(1)), int(match.group(2)), match.group(4), match.group(5)))
        if run.returncode and not found:
            sys.exit(run.stderr[-3000:])
        return sorted(found)


def by_use(text):
    """The code of each use, however many lines it has become, as one line."""
    found, current = {}, None
    for line in text.split("\n"):
        match = re.search(r"\bfunc (use\d+)", line)
        if match:
            current = match.group(1)
            found[current] = line.strip()
        elif current and line != "}" and not line.startswith("extension "):
            found[current] += " " + line.strip()
        else:
            current = None
    return found


def compare(before, theirs, ours):
    """Prints the lines in which the compiler's fix-its write words that Moult does not."""
    same, own, different, silent = 0, 0, [], []
    written = {name: by_use(text) for name, text in ours.items()}
    for (name, number), words in sorted(theirs.items()):
        old = before[name].split("\n")[number - 1].strip()
        use = re.search(r"\bfunc (use\d+)", old)
        new = written[name].get(use.group(1), old) if use else old
        if old == new:
            silent.append((old, words))
        elif set(words) <= set(re.findall(r"[A-Za-z_]\w*", new)):
            same += 1
        elif "Self(" in new and set(words[1:]) <= set(re.findall(r"[A-Za-z_]\w*", new)):
            # `Self(old: x)` becomes `Type(new: x)` there, and `Self(new: x)` here.
            own += 1
        else:
            different.append((old, words, new))
    print("fix-its of the compiler: %d lines; Moult writes the same words in %d, keeps 'Self' in %d, writes others in %d, nothing in %d" % (
        len(theirs), same, own, len(different), len(silent)))
    for old, words, new in different:
        print("  %s\n    compiler: %s\n    moult:    %s" % (old, " ".join(words), new))
    for old, words in silent:
        print("  %s\n    compiler: %s\n    moult:    nothing" % (old, " ".join(words)))


def print_pure(moult, folder, lessons):
    """Prints constants that swift-system calls deprecated, before and after a fix, and compares what comes out.

    Returns whether at least 50 were printed and all are the same.
    """
    place = os.path.join(folder, "Sources", "Pure")
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    lines = []
    for lesson in lessons:
        if lesson["module"] != "SystemPackage" or lesson["lesson"] not in WITH_FIX or lesson["state"] == "unavailable":
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
            file.write("import SystemPackage\n" + "\n".join(lines) + "\n")
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("moult")
    parser.add_argument("folder")
    parser.add_argument("--program", metavar="MODULES", help="modules to use, with commas; build what they declare before and after")
    parser.add_argument("--prepared", action="store_true", help="take the modules as the last run left them")
    parser.add_argument("--pure", action="store_true", help="also print constants before and after a fix")
    arguments = parser.parse_args()
    result = subprocess.run(
        [arguments.moult, "rules", "--learned", "--format", "json"], cwd=arguments.folder, capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr)
    lessons = json.loads(result.stdout)
    for lesson in lessons:
        lesson["module"] = lesson["name"].split(".")[0]
    report(lessons)
    is_same = not arguments.pure or print_pure(arguments.moult, arguments.folder, lessons)
    if not arguments.program:
        sys.exit(0 if is_same else 1)
    modules = {name: set() for name in arguments.program.split(",")}
    uses_folder = os.path.join(arguments.folder, "Sources", "Uses")
    shutil.rmtree(uses_folder, ignore_errors=True)
    os.makedirs(uses_folder)
    texts, uses = sources(lessons, {lesson["library"] for lesson in lessons}, modules)
    for module, text in texts.items():
        with open(os.path.join(uses_folder, module + ".swift"), "w") as file:
            file.write(text)
    print("uses: %d of %d declarations" % (sum(1 for use in uses if use.code), len(uses)))
    for reason, count in collections.Counter(use.reason for use in uses if use.reason).items():
        print("  not used: %s %d" % (reason, count))
    taken = collections.Counter()
    # A use that the generator got wrong is taken out, so that what is left compiles before.
    compiler = Compiler(arguments.folder, arguments.prepared)
    for attempt in range(8):
        before = compiler.check()
        errors = [entry for entry in before if entry[2] == "error"]
        if not errors:
            break
        for path in {entry[0] for entry in errors}:
            name = os.path.join(uses_folder, path)
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
    functions = sum(len(re.findall(r"\bfunc use\d+", open(os.path.join(uses_folder, name)).read())) for name in os.listdir(uses_folder))
    warned = {(path, line) for path, line, kind, text in before if "deprecated" in text or "renamed" in text}
    print("before: %d uses compile, %d lines with a warning of deprecation" % (functions, len(warned)))
    saved = {name: open(os.path.join(uses_folder, name)).read() for name in os.listdir(uses_folder)}
    fixits = compiler.fixits()
    fixed = subprocess.run(
        [arguments.moult, "fix", "--review", "--dependencies", "--allow-dirty", "Sources/Uses"],
        cwd=arguments.folder, capture_output=True, text=True)
    print(fixed.stdout.split("\n")[0])
    with open(os.path.join(arguments.folder, ".build", "moult-fix.log"), "w") as file:
        file.write(fixed.stdout + fixed.stderr)
    after = compiler.check()
    errors = [entry for entry in after if entry[2] == "error"]
    still = {(path, line) for path, line, kind, text in after if kind == "warning" and ("deprecated" in text or "renamed" in text)}
    print("after: %d errors, %d lines with a warning of deprecation" % (len(errors), len(still)))
    ours = {name: open(os.path.join(uses_folder, name)).read() for name in saved}
    for path, line in sorted(still):
        print("  left: %s" % ours[path].split("\n")[line - 1].strip()[:200])
    for entry in errors[:60]:
        print("  %s:%d: %s\n    %s" % (entry[0], entry[1], entry[3], ours[entry[0]].split("\n")[entry[1] - 1].strip()))
    compare(saved, fixits, ours)
    sys.exit(1 if errors or functions < 700 or not is_same else 0)


main()
