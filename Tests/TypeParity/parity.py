#!/usr/bin/env python3
"""Compares what Moult infers with the compiler's typed tree, at every member access, call and subscript.

    parity.py [--scratch DIR] [--sample] [--show N] [--silent N] [SUBJECT…]

Prints for each subject how many of the compared places Moult answers and how many of its answers agree,
and exits 1 if a figure is below its bar. A place is compared if the type of its receiver is declared in the
subject. An answer is one declaration with a type; it agrees if the compiler uses the same declaration and,
as far as Moult knows it, the same type.
"""

import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys

import typed_tree

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ANSWERED_BAR = 80.0
AGREED_BAR = 99.5


class Subject:
    """Modules that are compared, and those that are only there to be understood.

    A borrowed module is an executable of a package that no product offers; it is read with the flags of
    another module.
    """

    def __init__(self, package, modules, context=(), borrowed=()):
        self.package = package
        self.modules = list(modules)
        self.context = list(context)
        self.borrowed = dict(borrowed)
        self.supplied = []


NIO = [
    "NIOCore", "NIOPosix", "NIOEmbedded", "NIOHTTP1", "NIOWebSocket", "NIOTLS",
    "NIOConcurrencyHelpers", "NIO", "_NIODataStructures", "_NIOBase64",
]
EXAMPLES = [
    "NIOAsyncAwaitDemo", "NIOChatClient", "NIOChatServer", "NIOEchoClient", "NIOEchoServer",
    "NIOHTTP1Client", "NIOHTTP1Server", "NIOMulticastChat", "NIOTCPEchoClient", "NIOTCPEchoServer",
    "NIOUDPEchoClient", "NIOUDPEchoServer", "NIOWebSocketClient", "NIOWebSocketServer",
]

SUBJECTS = {
    "swift-protobuf": Subject("swift-protobuf", ["SwiftProtobuf"]),
    "swift-argument-parser": Subject(
        "swift-argument-parser", ["ArgumentParser", "ArgumentParserToolInfo"]),
    "grpc-swift-2": Subject(
        "grpc-swift-2", ["GRPCCore", "GRPCCodeGen", "GRPCInProcessTransport"]),
    "grpc-swift-protobuf": Subject("grpc-swift-protobuf", ["GRPCProtobuf"], ["GRPCCore", "SwiftProtobuf"]),
    "grpc-swift-nio-transport": Subject(
        "grpc-swift-nio-transport",
        ["GRPCNIOTransportCore", "GRPCNIOTransportHTTP2", "GRPCNIOTransportHTTP2Posix"],
        ["GRPCCore"]),
    "hummingbird": Subject(
        "hummingbird",
        ["HummingbirdCore", "Hummingbird", "HummingbirdHTTP2", "HummingbirdRouter", "HummingbirdTLS",
         "HummingbirdTesting"]),
    "async-http-client": Subject("async-http-client", ["AsyncHTTPClient"]),
    "swift-nio": Subject("swift-nio", NIO),
    "swift-nio examples": Subject(
        "swift-nio", EXAMPLES, NIO, {name: "NIOWebSocket" for name in EXAMPLES}),
}


def run(command, **options):
    completed = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    if completed.returncode != 0:
        sys.stderr.write(completed.stdout.decode()[-2000:] + completed.stderr.decode()[-2000:])
        raise SystemExit(f"FAILED: {shlex.join(map(str, command))[:400]}")
    return completed.stdout


def build_tool(scratch, configuration):
    run([ROOT / "Tests" / "Scripts" / "link-sources.sh", HERE])
    command = [
        "swift", "build", "-c", configuration, "--package-path", HERE, "--scratch-path",
        scratch / "tool", "--product", "type-answers"]
    run(command)
    return pathlib.Path(run(command + ["--show-bin-path"]).decode().strip()) / "type-answers"


class Samples:
    """What has room in `make test`: files of our own, read with the stubs of an interface."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.stubs = scratch / "stubs"
        run([ROOT / "Tests" / "Interfaces" / "build-stubs.sh", self.stubs, "0"])
        rules = ROOT / "Rules"
        self.interfaces = [
            ("SwiftGRPC", rules / "grpc-swift" / "0" / "SwiftGRPC.swiftinterface"),
            ("SwiftProtobuf", rules / "swift-protobuf" / "1" / "SwiftProtobuf.swiftinterface")]
        self.subject = Subject("samples", ["Samples"])
        self.subject.supplied = [name for name, _ in self.interfaces]

    def files(self, subject, module):
        accepted = sorted((ROOT / "Tests" / "Interfaces" / "accepted" / "0").glob("*.swift"))
        return [str(path) for path in [
            ROOT / "Rules" / "grpc-swift" / "0" / "Generated.swift", *accepted,
            *sorted((HERE / "Samples").glob("*.swift"))]]

    def dump(self, subject, module):
        folder = self.scratch / "trees" / module
        folder.mkdir(parents=True, exist_ok=True)
        files = self.files(subject, module)
        pairs = [(file, folder / f"{index}.json") for index, file in enumerate(files)]
        command = ["swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json",
                   "-suppress-warnings", "-disable-objc-interop", "-swift-version", "5",
                   "-parse-as-library", "-module-name", module, "-I", str(self.stubs / "0")]
        for file, tree in pairs:
            command += ["-primary-file", file, "-o", str(tree)]
        run(command)
        return pairs


class Modules:
    """The flags and files of every module of the prepared packages."""

    interfaces = []

    def __init__(self, scratch, is_prepared):
        self.scratch = scratch / "subjects"
        if not is_prepared:
            run([
                "swift", "build", "--package-path", HERE / "Subjects", "--scratch-path",
                self.scratch, "--experimental-prepare-for-indexing",
                "--experimental-prepare-for-indexing-no-lazy"])
        text = (self.scratch / "debug.yaml").read_text()
        pattern = r'  "C\.(\S+?)-[\w-]+-debug\.module":\n((?:    .*\n)+)'
        self.arguments = {}
        for match in re.finditer(pattern, text):
            found = re.search(r"    args: (.*)\n", match.group(2))
            if found:
                self.arguments[match.group(1)] = json.loads(found.group(1))

    def files(self, subject, module):
        if module in subject.borrowed:
            folder = self.scratch / "checkouts" / subject.package / "Sources" / module
            return sorted(str(path) for path in folder.rglob("*.swift"))
        if module not in self.arguments:
            raise SystemExit(f"FAILED: module {module} is not among the prepared ones")
        for argument in self.arguments[module]:
            if argument.startswith("@"):
                return shlex.split(pathlib.Path(argument[1:]).read_text())
        return [argument for argument in self.arguments[module] if argument.endswith(".swift")]

    def dump(self, subject, module):
        """Writes the typed tree of each file of a module; returns (file, dump) pairs."""
        files = self.files(subject, module)
        folder = self.scratch / "trees" / module
        pairs = [(file, folder / f"{index}.json") for index, file in enumerate(files)]
        if (folder / "complete").exists():
            return pairs
        folder.mkdir(parents=True, exist_ok=True)
        flags = frontend_flags(self.arguments[subject.borrowed.get(module, module)])
        if module in subject.borrowed:
            flags[flags.index("-module-name") + 1] = module
            if any(pathlib.Path(file).name == "main.swift" for file in files):
                flags = [flag for flag in flags if flag != "-parse-as-library"]
        command = ["swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json",
                   "-suppress-warnings", "-disable-objc-interop"] + flags + plugin_flags()
        for file, tree in pairs:
            command += ["-primary-file", file, "-o", str(tree)]
        run(command)
        (folder / "complete").touch()
        return pairs


def frontend_flags(arguments):
    """What of a driver's arguments the frontend needs to read the module."""
    alone = {"-parse-as-library", "-enable-testing", "-Onone"}
    paired = {
        "-module-name", "-I", "-F", "-target", "-module-cache-path", "-swift-version",
        "-enable-upcoming-feature", "-enable-experimental-feature", "-package-name",
        "-load-plugin-executable", "-Xcc", "-plugin-path", "-user-module-version", "-sdk",
        "-default-isolation"}
    result = []
    index = 1
    while index < len(arguments):
        argument = arguments[index]
        following = arguments[index + 1] if index + 1 < len(arguments) else ""
        if argument in paired:
            result += [argument, following]
            index += 2
        elif argument == "-Xfrontend":
            index += 2
        else:
            if argument in alone or argument.startswith("-D"):
                result.append(argument)
            takes_value = argument.startswith("-") and following[:1] not in ("-", "@", "")
            index += 2 if takes_value and argument not in alone else 1
    return result


def plugin_flags():
    folder = pathlib.Path(run(["swiftc", "-print-target-info"]).decode() and
                          json.loads(run(["swiftc", "-print-target-info"]))["paths"][
                              "runtimeResourcePath"]) / "host"
    return ["-in-process-plugin-server-path", str(folder / "libSwiftInProcPluginServer.so"),
            "-plugin-path", str(folder / "plugins")]


def read_compiler(modules, subject):
    sites, declarations = {}, {}
    for module in subject.modules:
        for file, tree in modules.dump(subject, module):
            typed_tree.read(tree, sites, declarations, file)
    for module in subject.context:
        for file, tree in modules.dump(subject, module):
            typed_tree.read(tree, {}, declarations, file)
    return sites, declarations


def read_moult(tool, modules, subject, scratch):
    lines = [f"interface\t{name}\t{path}" for name, path in modules.interfaces]
    for word, names in (("file", subject.modules), ("context", subject.context)):
        for module in names:
            lines += [f"{word}\t{module}\t{file}" for file in modules.files(subject, module)]
    listing = scratch / (re.sub(r"\W", "-", "-".join(subject.modules))[:80] + ".list")
    listing.write_text("\n".join(lines) + "\n")
    answers = {}
    for line in run([tool, listing]).decode().splitlines():
        path, word, start, end, name, places, type, receiver = line.split("\t")
        answers[(path, word, int(start), int(end))] = (
            name, [parsed_place(place) for place in places.split(";") if place], type, receiver)
    return answers


def parsed_place(text):
    path, start, end = text.rsplit("|", 2)
    return path, int(start), int(end)


class Verdict:
    def __init__(self):
        self.compared = 0
        self.answered = 0
        self.agreed = 0
        self.unseen = 0
        self.wrong = []
        self.silent = []


def compare(sites, declarations, answers, own_modules):
    verdict = Verdict()
    mangled = [text for site in sites.values() for text in (*site.types, site.receiver) if text]
    plain = typed_tree.demangle(mangled + [site.usr for site in sites.values()])
    parsed = {}

    def theirs(text):
        if text not in parsed:
            parsed[text] = typed_tree.TypeText(plain.get(text, "")).parse()
        return parsed[text]

    for key, site in sites.items():
        receiver = theirs(site.receiver) if site.receiver else typed_tree.ANY
        module = typed_tree.module_of(receiver)
        declared = plain[site.usr]
        if module is None:
            found = re.search(r"(\w+)\.", declared)
            module = found.group(1) if found else None
        if module not in own_modules:
            continue
        answer = answers.get(key)
        if answer is None:
            # A bare name is no member access; anything else should have been one for Moult as well.
            verdict.unseen += site.is_explicit
            continue
        verdict.compared += 1
        name, places, type, _ = answer
        if name == "-":
            verdict.silent.append((key, site, answer, declared))
            continue
        verdict.answered += 1
        same = any(
            is_same_declaration(site, declarations.get(site.usr), name, declared, *place)
            for place in places)
        ours = typed_tree.TypeText(type).parse()
        types = [theirs(text) for text in site.types if text]
        if same and (not types or any(typed_tree.agree(ours, other) for other in types)):
            verdict.agreed += 1
        else:
            reason = "type" if same else "declaration"
            verdict.wrong.append((key, site, answer, declared, reason, [plain[t] for t in site.types if t]))
    return verdict


def is_same_declaration(site, declaration, name, declared, where, first, last):
    base = name.split("(")[0].split(".")[-1]
    expected = site.name.split("(")[0]
    if expected and base != expected:
        return False
    if declaration is None:
        # Declared in a module whose tree is not at hand; what is built in is described in part only.
        described = typed_tree.labelled_name(declared)
        return described is None or name.startswith("Swift.") or described == name
    file, start, end, is_implicit, kind = declaration
    if is_implicit and kind == "constructor_decl":
        # A subclass has its inherited initializers once more.
        described = typed_tree.labelled_name(declared)
        if described and described.split(".")[-1] == name.split(".")[-1]:
            return True
    if where.startswith("implicit "):
        return is_implicit and file == where[len("implicit "):]
    if where == "-":
        return is_implicit
    if kind == "var_decl" and file == where and typed_tree.plain_name(declared) == name:
        # Branches of `#if` may declare a property twice.
        return True
    # One lies within the other: what belongs to a declaration's range differs by attributes and accessors.
    return file == where and not is_implicit and first <= end and start < last


def describe(key, text):
    path, word, start, _ = key
    line = text.count(b"\n", 0, start) + 1
    column = start - text.rfind(b"\n", 0, start)
    return f"{path}:{line}:{column}: {word}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scratch", type=pathlib.Path, default=ROOT / ".build" / "type-parity")
    parser.add_argument("--show", type=int, default=0, help="how many wrong answers to print")
    parser.add_argument("--silent", type=int, default=0, help="how many places without an answer to print")
    parser.add_argument(
        "--prepared", action="store_true", help="take the packages as the last run left them")
    parser.add_argument("--sample", action="store_true", help="compare our own samples only")
    parser.add_argument("subjects", nargs="*")
    options = parser.parse_args()
    unknown = [name for name in options.subjects if name not in SUBJECTS]
    if unknown:
        raise SystemExit(f"unknown subject {unknown[0]}; there are: {', '.join(SUBJECTS)}")
    scratch = options.scratch.resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    tool = build_tool(scratch, "debug" if options.sample else "release")
    modules = Samples(scratch) if options.sample else Modules(scratch, options.prepared)
    subjects = {"samples": modules.subject} if options.sample else SUBJECTS
    failed = False
    print(f"{'subject':<28}{'compared':>9}{'answered':>10}{'agreed':>9}")
    for name in options.subjects or subjects:
        subject = subjects[name]
        sites, declarations = read_compiler(modules, subject)
        answers = read_moult(tool, modules, subject, scratch)
        own = set(subject.modules) | set(subject.context) | set(subject.supplied)
        verdict = compare(sites, declarations, answers, own)
        answered = 100 * verdict.answered / max(1, verdict.compared)
        agreed = 100 * verdict.agreed / max(1, verdict.answered)
        is_good = (
            verdict.compared > 0 and verdict.unseen == 0 and answered >= ANSWERED_BAR
            and agreed >= AGREED_BAR)
        failed = failed or not is_good
        mark = "" if is_good else "  BELOW ITS BAR"
        print(f"{name:<28}{verdict.compared:>9}{answered:>9.1f}%{agreed:>8.2f}%{mark}"
              f"  ({verdict.unseen} places not seen as such)", flush=True)
        show(verdict, options)
    return 1 if failed else 0


def show(verdict, options):
    texts = {}

    def place(key):
        if key[0] not in texts:
            texts[key[0]] = pathlib.Path(key[0]).read_bytes()
        return describe(key, texts[key[0]])

    for key, site, answer, declared, reason, types in verdict.wrong[:options.show]:
        print(f"  {place(key)} {reason}\n    ours   {answer[0]} : {answer[2]} on {answer[3]}"
              f"\n    theirs {declared} : {' | '.join(types)}")
    step = max(1, len(verdict.silent) // max(1, options.silent))
    for key, site, answer, declared in verdict.silent[::step][:options.silent]:
        print(f"  {place(key)} silent; receiver {answer[3]}\n    theirs {declared}")


if __name__ == "__main__":
    sys.exit(main())
