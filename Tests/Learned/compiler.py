"""What the Swift compiler says of generated code, and of the modules that it was given."""
import collections
import ctypes
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

Edit = collections.namedtuple("Edit", "start end text")


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
        self.flags = taken_from(arguments, {"-I", "-target", "-Xcc", "-swift-version", "-module-cache-path", "-sdk"})

    def files(self, uses=None):
        uses = uses or os.path.join(self.folder, "Sources", "Uses")
        return sorted(os.path.join(uses, name) for name in os.listdir(uses))

    def command(self):
        return ["swiftc", "-frontend", "-typecheck", "-parse-as-library", "-disable-objc-interop",
                "-diagnostic-style", "llvm", "-module-name", "Uses"] + self.flags

    def check(self, uses=None):
        """Returns errors and warnings as (file, line, kind, text), sorted."""
        run = subprocess.run(self.command() + self.files(uses), capture_output=True, text=True)
        found = set()
        for line in run.stderr.splitlines():
            match = re.match(r"(\S+Uses/\S+\.swift):(\d+):(\d+): (error|warning): (.*)", line)
            if match:
                found.add((os.path.basename(match.group(1)), int(match.group(2)), match.group(4), match.group(5)))
        if run.returncode and not found:
            sys.exit(run.stderr[-3000:])
        return sorted(found)

    def fixits(self):
        """Returns the edits of the compiler's own fix-its for what is deprecated, by (file, line), in byte offsets."""
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, "uses.dia")
            subprocess.run(
                self.command() + ["-serialize-diagnostics-path", path] + self.files(), capture_output=True)
            return diagnostics(path)

    def retired(self, module):
        """Returns what a module calls deprecated or unavailable on all platforms: (path, kind, whether its type is retired)."""
        with tempfile.TemporaryDirectory() as work:
            flags = taken_from(self.flags, {"-I", "-target", "-Xcc", "-module-cache-path", "-sdk"})
            run = subprocess.run(
                ["swift-symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public",
                 "-skip-synthesized-members", "-output-dir", work] + flags, capture_output=True, text=True)
            if run.returncode:
                sys.exit(run.stderr[-3000:])
            found = []
            for path in glob.glob(os.path.join(work, "*.symbols.json")):
                symbols = json.load(open(path))["symbols"]
                said = {tuple(symbol["pathComponents"]) for symbol in symbols
                        if symbol["kind"]["identifier"] in TYPES and is_retired(symbol)}
                for symbol in symbols:
                    parts = tuple(symbol["pathComponents"])
                    if is_retired(symbol) and "SYNTHESIZED" not in symbol["identifier"]["precise"]:
                        is_inside = any(parts[:count] in said for count in range(1, len(parts)))
                        found.append((parts, symbol["kind"]["identifier"], is_inside))
            return found


def taken_from(arguments, words):
    """The options of a command that are among `words`, each with what stands behind it."""
    found, index = [], 0
    while index < len(arguments):
        if arguments[index] in words:
            found += arguments[index:index + 2]
            index += 1
        index += 1
    return found


TYPES = {"swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.actor"}


def is_retired(symbol):
    return any(
        said.get("domain") in (None, "*", "swift")
        and (said.get("isUnconditionallyDeprecated") or said.get("isUnconditionallyUnavailable"))
        for said in symbol.get("availability", []))


# Serialised diagnostics are read by libclang, which comes with the toolchain.

class String(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("flags", ctypes.c_uint)]


class Location(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p * 2), ("place", ctypes.c_uint)]


class Range(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p * 2), ("start", ctypes.c_uint), ("end", ctypes.c_uint)]


def libclang():
    home = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swiftc"))))
    found = glob.glob(os.path.join(home, "lib", "libclang.so")) + glob.glob(os.path.join(home, "lib", "libclang.dylib"))
    if not found:
        sys.exit("the toolchain has no libclang to read diagnostics with")
    library = ctypes.CDLL(found[0])
    pointer, number = ctypes.c_void_p, ctypes.c_uint
    for name, result, arguments in [
        ("clang_getCString", ctypes.c_char_p, [String]),
        ("clang_loadDiagnostics", pointer, [ctypes.c_char_p, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(String)]),
        ("clang_getNumDiagnosticsInSet", number, [pointer]),
        ("clang_getDiagnosticInSet", pointer, [pointer, number]),
        ("clang_getDiagnosticSpelling", String, [pointer]),
        ("clang_getChildDiagnostics", pointer, [pointer]),
        ("clang_getDiagnosticNumFixIts", number, [pointer]),
        ("clang_getDiagnosticFixIt", String, [pointer, number, ctypes.POINTER(Range)]),
        ("clang_getRangeStart", Location, [Range]),
        ("clang_getRangeEnd", Location, [Range]),
        ("clang_getSpellingLocation", None, [Location, ctypes.POINTER(pointer)] + [ctypes.POINTER(number)] * 3),
        ("clang_getFileName", String, [pointer]),
    ]:
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def diagnostics(path):
    """Reads the fix-its of notes that say what to use instead."""
    library = libclang()

    def text(string):
        return (library.clang_getCString(string) or b"").decode()

    def place(location):
        file, line, column, offset = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
        library.clang_getSpellingLocation(location, file, line, column, offset)
        name = text(library.clang_getFileName(file)) if file.value else ""
        return os.path.basename(name), line.value, offset.value

    found = collections.defaultdict(set)

    def walk(group):
        for index in range(library.clang_getNumDiagnosticsInSet(group)):
            diagnostic = library.clang_getDiagnosticInSet(group, index)
            if text(library.clang_getDiagnosticSpelling(diagnostic)).startswith("use '"):
                for number in range(library.clang_getDiagnosticNumFixIts(diagnostic)):
                    extent = Range()
                    new = text(library.clang_getDiagnosticFixIt(diagnostic, number, extent))
                    name, line, start = place(library.clang_getRangeStart(extent))
                    _, _, end = place(library.clang_getRangeEnd(extent))
                    found[name, line].add(Edit(start, end, new))
            children = library.clang_getChildDiagnostics(diagnostic)
            if children:
                walk(children)

    error, message = ctypes.c_int(), String()
    group = library.clang_loadDiagnostics(path.encode(), error, message)
    if not group:
        sys.exit("cannot read the compiler's diagnostics: " + text(message))
    walk(group)
    return {key: sorted(edits) for key, edits in found.items()}
