#!/usr/bin/env python3
"""Fixes a copy of a project, has the compiler look at the result, and says which of its errors no finding speaks of.

    Tests/Trust/compiled.py MOULT PROJECT --targets 'grpc-swift: 1' --modules FOLDER [OPTION…]

FOLDER has the modules of the era that the project is taken to, built or stubs (`Tests/Interfaces/build-stubs.sh`); `--old`
has those of the era that it is in. What the compiler says of the project as it was is nobody's news: an error counts if
neither its file had it before, nor its module, where it is about a name that is not in scope. An import that nothing here can meet is taken out of the text that
is compiled. Code of the old generator is replaced by what its successor declares (`generated_v1.py`, `generated_v2.py`).

Prints for each way of fixing the findings before, those that are fixed, kept, anew and lost (`lost`: gone, though no byte of
the line changed), and the compiler's errors on a line with a finding and without. Exits 1 if there is one without.
"""

import argparse
import collections
import difflib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MODES = {"review": ["--review"], "placeholders": ["--review", "--placeholders"]}
IMPORT = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)]*\))?[ \t]+)*(?:(?:public|package|internal|private|fileprivate)[ \t]+)?import[ \t]+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)[ \t]+)?(\w+)[^\n;]*",
    re.M,
)
Error = collections.namedtuple("Error", "path line message")


def command(words, **options):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", check=False, **options)


def ask(moult, *words, folder):
    """Runs a command of Moult that may find something, and returns what it prints."""
    done = command([moult, *words], cwd=folder)
    if done.returncode not in (0, 1):
        raise SystemExit(f"error: {' '.join(words)} ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


def findings(moult, folder):
    return json.loads(ask(moult, "lint", "--format", "json", folder=folder))["findings"]


def lines_of(finding):
    """The lines of the place that a finding shows."""
    place = finding["range"]
    return range(place["start"]["line"], place["end"]["line"] + 1)


def construct_of(finding):
    """The lines of what is found: of the whole call or declaration that the place is the head of."""
    place = finding.get("construct") or finding["range"]
    return range(place["start"]["line"], place["end"]["line"] + 1)


# The modules of a project


def modules_of(project, named):
    """The modules of a project, dependencies first: `(name, folders)`."""
    if named:
        return [(name, [project / path for path in paths.split(",")]) for name, paths in (n.split("=") for n in named)]
    listed = project.parent / "targets"
    if listed.exists():
        return [(name, [folder_of(project, name)]) for name in listed.read_text().split()]
    return described(project)


def folder_of(project, name):
    folders = [project / parent / name for parent in ("Sources", "Tests", "Source", "src", "")]
    return next((folder for folder in folders if folder.is_dir()), folders[0])


def described(project):
    """The targets of a package as its manifest has them, dependencies first."""
    done = command(["swift", "package", "dump-package"], cwd=project)
    if done.returncode:
        raise SystemExit(f"error: {project} needs --module: {done.stderr[-500:]}")
    targets = {t["name"]: t for t in json.loads(done.stdout)["targets"] if t["type"] not in ("binary", "plugin", "system")}
    found = []

    def add(name):
        if name not in targets or any(name == other for other, _ in found):
            return
        for dependency in targets[name]["dependencies"]:
            add((dependency.get("byName") or dependency.get("target") or [""])[0])
        target = targets[name]
        folder = project / target["path"] if target.get("path") else folder_of(project, name)
        folders = [folder / source for source in target.get("sources") or [""]]
        found.append((name, folders))

    for name in targets:
        add(name)
    return [(re.sub(r"\W", "_", name), folders) for name, folders in found]


def sources(folders):
    found = set()
    for folder in folders:
        found.update([folder] if folder.suffix == ".swift" else folder.rglob("*.swift"))
    return sorted(path for path in found if not any(part.startswith(".") for part in path.parts[1:]))


# The compiler


class Compiler:
    """A Swift compiler with the modules of one era."""

    def __init__(self, program, folders, flags):
        self.program, self.flags = program, list(flags)
        self.folders = [str(pathlib.Path(folder).resolve()) for folder in folders]
        paths = json.loads(command([program, "-print-target-info"]).stdout)["paths"]
        system = paths["runtimeLibraryImportPaths"] + [paths["runtimeResourcePath"]]
        self.known = {"Swift", "Builtin"}
        for folder in system + self.folders:
            self.known.update(path.stem for path in pathlib.Path(folder).glob("*.swiftmodule"))
            self.known.update(path.parent.name for path in pathlib.Path(folder).glob("*/module.modulemap"))
        for flag in flags:
            if flag.startswith("-fmodule-map-file="):
                text = pathlib.Path(flag.split("=", 1)[1]).read_text()
                self.known.update(re.findall(r"^\s*(?:explicit |framework )*module (\w+)", text, re.M))

    def errors(self, project, modules, work):
        """The errors in all modules, also those that import a broken one; and the files whose imports cannot all be met."""
        found, unmet = set(), set()
        own = {name for name, _ in modules}
        for name, folders in modules:
            copies = {}
            for path in sources(folders):
                relative = path.relative_to(project)
                copies[str(work / "text" / relative)] = relative
                if self.copy(path, work / "text" / relative, own):
                    unmet.add(relative)
            if copies:
                found |= {e._replace(path=copies.get(e.path, pathlib.Path(e.path))) for e in self.compile(name, copies, work)}
        return found, unmet

    def copy(self, path, copy, own):
        """Copies a file without the imports that cannot be met; whether there are any."""
        text = path.read_bytes().decode("utf-8", "replace")
        lacking = [match for match in IMPORT.finditer(text) if match[1] not in self.known | own]
        for match in lacking:
            text = text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text)
        return bool(lacking)

    def compile(self, name, paths, work):
        is_program = any(re.search(r"(^|/)main\.swift$", path) for path in paths)
        listed = work / f"{name}.files"
        listed.write_text("".join(f'"{path}"\n' for path in sorted(paths)))
        words = [
            self.program, "-frontend", "-emit-module", "-o", str(work / f"{name}.swiftmodule"), "-module-name", name,
            *([] if is_program else ["-parse-as-library"]), "-swift-version", "5", "-suppress-warnings", "-enable-testing",
            "-diagnostic-style", "llvm", "-experimental-allow-module-with-compiler-errors",
            "-disable-testable-attr-requires-testable-module", "-module-cache-path", str(work.parent / "cache"),
            "-I", str(work),
        ]  # fmt: skip
        for folder in self.folders:
            words += ["-I", folder]
        done = command([*words, *self.flags, f"@{listed}"])
        # A module with errors is imported all the same, and the compiler says so of each declaration.
        errors = re.findall(r"^(/.*?):(\d+):\d+: error: (.*)$", done.stderr, re.M)
        if done.returncode and not errors:
            raise SystemExit(f"error: the compiler failed on {name}: {done.stderr[-2000:]}")
        return {Error(path, int(line), message) for path, line, message in errors}


def plain(message):
    """A message without the type that lacks a member: what it lacked under its old name it may lack under its new one."""
    return re.sub(r"^value of type '[^']*' has no member", "no member", message)


def news(before, after, modules, project):
    """The errors that neither the same file had before nor, about names out of scope, its module."""
    def module(path):
        return next((name for name, folders in modules for f in folders if (project / path).is_relative_to(f)), "")

    old = {(e.path, plain(e.message)) for e in before}
    names = {(module(e.path), e.message) for e in before if "in scope" in e.message}
    return {e for e in after if (e.path, plain(e.message)) not in old and (module(e.path), e.message) not in names}


# Generated code


def behind_broken(modules, errors, project):
    """The modules that import, directly or not, a module of the project with errors: no build would come to them.

    They are compiled against what is left of that module, so what the compiler says there may be an echo.
    """
    broken = set()
    for name, folders in modules:
        if any((project / e.path).is_relative_to(folder) for e in errors for folder in folders):
            broken.add(name)
    behind = set()
    for name, folders in modules:  # dependencies first
        imported = {module for path in sources(folders) for module in re.findall(IMPORT, path.read_text(errors="replace"))}
        if imported & (broken | behind) - {name}:
            behind.add(name)
    return behind


def is_generated(path):
    return path.name.endswith((".grpc.swift", ".pb.swift"))


def regenerate(project, old, era, held):
    """Puts in the place of each generated file of the old era what the successor of its generator declares.

    Not in the folders of modules that are held: they are in the old era still.
    """
    scripts = {"1": HERE.parent / "Hops" / "generated_v1.py", "2": HERE / "generated_v2.py"}
    if era not in scripts:
        return
    for path in sorted(old.rglob("*.swift")):
        text = path.read_text(errors="replace")
        if any((project / path.relative_to(old)).is_relative_to(folder) for folder in held):
            continue
        if "DO NOT EDIT" not in text or not re.search(r"^import (SwiftGRPC|GRPC)$", text, re.M):
            continue
        done = command([sys.executable, scripts[era], path])
        if done.returncode:
            raise SystemExit(f"error: {path}: {done.stderr[-1000:]}")
        (project / path.relative_to(old)).write_text(done.stdout)


# Conservation


def conserved(before, after, old, new):
    """How many of the findings before are fixed, kept and lost, how many after are anew, and those lost.

    A finding is kept if one of its rule is on the line that its line became, fixed if that line changed or went, lost if the
    line stands as it was and nothing is said of it any more.
    """
    left = collections.Counter((f["path"], f["rule"], f["range"]["start"]["line"]) for f in after)
    spoken = {(f["path"], line) for f in after for line in lines_of(f)}
    moved, kept, fixed, lost = {}, 0, 0, []
    for finding in before:
        path, line = finding["path"], finding["range"]["start"]["line"]
        if path not in moved:
            moved[path] = unchanged(old / path, new / path)
        now = moved[path].get(line)
        if left[path, finding["rule"], now] > 0:
            left[path, finding["rule"], now] -= 1
            kept += 1
        elif now is None or (path, now) in spoken:
            fixed += 1
        else:
            lost.append(finding)
    return kept, fixed, sum(left.values()), lost


def unchanged(old, new):
    """The new number of each line that stands as it was."""
    if not old.exists() or not new.exists():
        return {}
    old, new = (path.read_text(errors="replace").split("\n") for path in (old, new))
    blocks = difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return {b.a + i + 1: b.b + i + 1 for b in blocks for i in range(b.size)}


def held_modules(modules, old, new):
    """The modules whose hop was held back: what people wrote there imports the old era alone, or uses a module that does.

    A module of generated code alone is of the era of those who import it.
    """
    imports, written = {}, set()
    for name, folders in modules:
        imports[name] = set()
        for path in sources(folders):
            found = set(re.findall(IMPORT, path.read_text(errors="replace")))
            if not is_generated(path):
                written.add(name)
                imports[name] |= found
    names, gone, come = set(imports), old.known - new.known, new.known - old.known
    held = {name for name in written if imports[name] & gone and not imports[name] & come}
    for name in names - written:
        users = {user for user in written if name in imports[user]}
        if users & held and not any(imports[user] & come for user in users):
            held.add(name)
    return held


def measure(options, mode, project, modules, before, errors_before, work):
    """Fixes a copy and prints what came of it; returns the errors that no finding speaks of."""
    fixed = work / mode / "project"
    shutil.copytree(project, fixed, symlinks=True)
    ask(options.moult, "fix", *MODES[mode], "--allow-dirty", folder=fixed)
    after = findings(options.moult, fixed)
    kept, changed, anew, lost = conserved(before, after, project, fixed)
    era = re.search(r"grpc-swift: *(\d)", options.targets)
    here = [(name, [fixed / folder.relative_to(project) for folder in folders]) for name, folders in modules]
    compiler = Compiler(options.swiftc, options.modules, options.flag)
    former = Compiler(options.swiftc, options.old or options.modules, options.flag)
    held = held_modules(here, former, compiler)
    regenerate(fixed, project, era[1] if era else "", [f for name, folders in here if name in held for f in folders])
    later = findings(options.moult, fixed)
    found, unmet = compiler.errors(fixed, [m for m in here if m[0] not in held], work / mode)
    if held:
        more, others = former.errors(fixed, [m for m in here if m[0] in held], work / mode / "held")
        found, unmet = found | more, unmet | others
    new = news(errors_before, found, here, fixed)
    shown = {(f["path"], line) for f in after for line in lines_of(f)}
    told = shown | {(f["path"], line) for f in after for line in construct_of(f)}
    told_later = {(f["path"], line) for f in later for line in construct_of(f)}
    alone = sorted(e for e in new if (str(e.path), e.line) not in told)
    alone_later = sorted(e for e in new if (str(e.path), e.line) not in told_later)
    on_line = sum((str(e.path), e.line) in shown for e in new)
    waiting = behind_broken(here, found, fixed)
    folders = [folder for name, several in here if name in waiting for folder in several]
    echoes = {e for e in {*alone, *alone_later} if any((fixed / e.path).is_relative_to(f) for f in folders)}
    alone, alone_later = ([e for e in errors if e not in echoes] for errors in (alone, alone_later))
    print(
        f"  fix --{mode}: {len(before)} findings before, {changed} fixed, {kept} kept, {anew} anew, {len(lost)} lost; "
        f"{len(new)} new errors, {on_line} on a line with a finding, {len(new) - on_line - len(alone) - len(echoes & new)} behind it in "
        f"the call or declaration that was found, {len(alone)} without ({len(alone_later)} once code is generated again), {len(echoes)} "
        f"more in modules that import one which does not compile; "
        f"{len(found) - len(new)} errors as before, {len(unmet)} files with imports that cannot be met"
        + (f"; held in the old era: {', '.join(sorted(held))}" if held else "")
    )
    report(options, mode, fixed, alone, set(alone_later) - set(alone), lost)
    for error in sorted(echoes) if options.list else ():
        with open(options.list, "a") as file:
            file.write(f"{project.name} --{mode} behind a broken module: {error.path}:{error.line}: {error.message}\n")
    if options.list:
        lines = [f"{project.name} as before: {e.path}:{e.line}: {e.message}\n" for e in sorted(found - new)]
        pathlib.Path(f"{options.list}.before").write_text("".join(lines))
    return set(alone) | set(alone_later)


def report(options, mode, fixed, alone, later, lost):
    if not options.list:
        return
    with open(options.list, "a") as file:
        for title, errors in (("without a finding", alone), ("without one once code is generated again", sorted(later))):
            for e in errors:
                lines = (fixed / e.path).read_text(errors="replace").split("\n") if (fixed / e.path).exists() else []
                text = lines[e.line - 1].strip() if e.line <= len(lines) else ""
                print(f"{options.project.name} --{mode} {title}: {e.path}:{e.line}: {e.message}\n    {text}", file=file)
        for finding in lost:
            place = f"{finding['path']}:{finding['range']['start']['line']}"
            print(f"{options.project.name} --{mode} lost: {place}: {finding['rule']}: {finding['message']}", file=file)


def errors_before(options, project, modules, work):
    """The errors of the project as it was, which a folder that stays remembers."""
    known = work / "before.json"
    if known.exists():
        return {Error(pathlib.Path(path), line, message) for path, line, message in json.loads(known.read_text())}
    old = Compiler(options.swiftc, options.old or options.modules, options.flag)
    errors, _ = old.errors(project, modules, work / "before")
    known.write_text(json.dumps([(str(e.path), e.line, e.message) for e in sorted(errors)]))
    return errors


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("moult", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("--targets", required=True, help="what `targets:` of .moult.yml is to say: 'grpc-swift: 1'")
    parser.add_argument("--modules", action="append", default=[], help="a folder of modules of the new era")
    parser.add_argument("--old", action="append", default=[], help="a folder of modules of the old era")
    parser.add_argument("--module", action="append", help="NAME=FOLDER[,FOLDER], dependencies first")
    parser.add_argument("--flag", action="append", default=[], help="an argument for the compiler")
    parser.add_argument("--flags", type=pathlib.Path, help="a file of arguments for the compiler, one a line")
    parser.add_argument("--mode", action="append", choices=MODES)
    parser.add_argument("--list", help="a file to append each error without a finding to")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder to work in, which stays")
    parser.add_argument("--swiftc", default="swiftc")
    options = parser.parse_args()
    if options.flags:
        options.flag += options.flags.read_text().split("\n")[:-1]
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(options.keep or folder).resolve()
        work.mkdir(parents=True, exist_ok=True)
        project = work / options.project.name
        if project.exists():
            shutil.rmtree(project)
        shutil.copytree(options.project, project, symlinks=True, ignore=shutil.ignore_patterns(".git", ".build"))
        for mode in MODES:
            shutil.rmtree(work / mode, ignore_errors=True)
        (project / ".moult.yml").write_text("targets: { " + options.targets + " }\n")
        if (options.project.parent / "targets").exists():
            shutil.copy(options.project.parent / "targets", work)
        modules = modules_of(project, options.module)
        before = findings(options.moult, project)
        errors = errors_before(options, project, modules, work)
        print(f"{options.project.parent.name}/{options.project.name} to {options.targets}: {len(errors)} errors before")
        failed = [mode for mode in options.mode or MODES if measure(options, mode, project, modules, before, errors, work)]
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
