"""Edits files of a large project in an editor's session, and prints what each edit costs.

The project is what `scale.py` makes: 500,000 lines, of whose files a twentieth holds old code. It is either one package,
where an edit of a declaration can concern every file, or packages of 10,000 lines side by side. `moult lsp` has some of
the files open. Each edit goes to one of them, and its latency is the time from `didChange` to `publishDiagnostics`
for that version, the server's own pause included. The server says first what it finds in the edited file; after every tenth
edit it is also asked for all else, and the time until then is a row of its own. At every 50th edit the texts are written to the disk, which the server
is not told, and what it says of each open file is compared with what a cold `moult lint` finds.

Times and memory are printed and never judged; the script fails where findings differ.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import scale

SEVERITIES = {1: "error", 2: "warning", 3: "note"}

# Where edits are made: a line of the file, and what is put behind it. What is put into a body is old, or mentions what is;
# what stands among the members of a type is a declaration that other files see.
BODIES = {
    "ErrorReporter.swift": (
        "public func report(_ error: Error) -> GreetingError {",
        "        let seen{0}: StatusCode? = lastCode; print(seen{0} as Any)\n"),
    "CallMetadata.swift": (
        "static func anonymous() -> Metadata {",
        "        let spare{0} = try? Metadata([\"edit\": \"{0}\"]); print(spare{0} as Any)\n"),
    "Item": ("func summary() -> String {", "    print(\"edit {0}\")\n"),
}
DECLARATIONS = {
    "ErrorReporter.swift": (
        "public init() {}", "    public func isOld{0}(_ code: StatusCode) -> Bool { code == .aborted }\n"),
    "CallMetadata.swift": ("let userId: String", "    let edited{0}: StatusCode\n"),
    "Item": ("var tags: [String] = []", "  var edited{0} = {0}\n"),
}


class Editor:
    """A client of the server that waits for one answer at a time."""

    def __init__(self, command, root):
        self.process = subprocess.Popen(
            command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.diagnostics = {}
        self.send("initialize", {
            "processId": None, "rootUri": None, "capabilities": {"general": {"positionEncodings": ["utf-8"]}},
            "workspaceFolders": [{"uri": "file://" + root, "name": "project"}]}, id=1)
        while self.receive().get("id") != 1:
            pass
        self.send("initialized", {})

    def send(self, method, params, id=None):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if id is not None:
            message["id"] = id
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if length == 0:
            sys.exit("editor: the server has ended")
        message = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.diagnostics[params["uri"]] = params
        return message

    def wait(self, uri, version):
        while True:
            known = self.diagnostics.get(uri)
            if known and known.get("version") == version:
                return
            self.receive()

    def settle(self, uri):
        """Waits until everything is said: answers come in order."""
        self.send("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}, id=3)
        while self.receive().get("id") != 3:
            pass

    def memory(self):
        """Resident megabytes."""
        if sys.platform == "darwin":
            shown = subprocess.run(
                ["ps", "-o", "rss=", "-p", str(self.process.pid)], capture_output=True, check=True)
            return int(shown.stdout) / 1000
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) * 1.024 / 1000

    def processor(self):
        """Seconds of processor time so far; 0 where the system does not say."""
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.send("shutdown", None, id=2)
        while self.receive().get("id") != 2:
            pass
        self.send("exit", None)
        self.process.wait()


class OpenFile:
    def __init__(self, editor, root, path):
        self.editor = editor
        self.path = path
        self.uri = "file://" + os.path.join(root, path)
        self.version = 1
        with open(os.path.join(root, path), encoding="utf-8") as file:
            self.lines = file.read().split("\n")
        # The lines that edits have put in, by the words after which they stand.
        self.added = {}
        editor.send("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": "swift", "version": 1, "text": "\n".join(self.lines)}})

    def kind(self, table):
        name = os.path.basename(self.path)
        return table["Item" if name.startswith("Item") else name]

    def edit(self, table, number):
        """Puts a line in, or takes one out that an edit has put in."""
        anchor, text = self.kind(table)
        place = next(index for index, line in enumerate(self.lines) if anchor in line) + 1
        self.version += 1
        if self.added.get(anchor, 0) > 3:
            self.added[anchor] -= 1
            del self.lines[place]
            change = {"range": span(place, place + 1), "text": ""}
        else:
            self.added[anchor] = self.added.get(anchor, 0) + 1
            text = text.replace("{0}", str(number))
            self.lines.insert(place, text.rstrip("\n"))
            change = {"range": span(place, place), "text": text}
        self.editor.send("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [change]})

    def write(self, root):
        with open(os.path.join(root, self.path), "w", encoding="utf-8") as file:
            file.write("\n".join(self.lines))


def span(first, last):
    return {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}


def shown(diagnostics):
    """What the server says of one file, one-based as reports count."""
    return sorted(
        (d["range"]["start"]["line"] + 1, d["range"]["start"]["character"] + 1, d["code"], SEVERITIES[d["severity"]],
         d["message"].split("\nnext: ")[0]) for d in diagnostics)


def cold(command, root, paths):
    """What a run that knows nothing finds in these files."""
    run = subprocess.run(command, cwd=root, capture_output=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"editor: {command} ended with {run.returncode}: {run.stderr.decode(errors='replace')[-300:]}")
    found = {path: [] for path in paths}
    for finding in json.loads(run.stdout)["findings"]:
        if finding["path"] in found:
            start = finding["range"]["start"]
            found[finding["path"]].append(
                (start["line"], start["utf8Column"], finding["rule"], finding["severity"], finding["message"]))
    return {path: sorted(findings) for path, findings in found.items()}


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def generate(root, lines, layout, samples):
    if layout == "one":
        return scale.generate(root, lines, 0.05, samples)
    total = 0
    for number in range(max(1, lines // 10_000)):
        total += scale.generate(os.path.join(root, f"Package{number}"), min(lines, 10_000), 0.05, samples)
    return total


def chosen(root):
    """The files that are edited: two of each kind, as far apart as they come."""
    names = {}
    for parent, _, files in os.walk(root):
        for name in files:
            kind = "Item" if name.startswith("Item") else name
            if kind in BODIES:
                names.setdefault(kind, []).append(os.path.relpath(os.path.join(parent, name), root))
    return sorted({path for paths in names.values() for path in (min(paths), max(paths))})


def measure(options, layout, root, samples):
    lines = generate(root, options.lines, layout, samples)
    paths = chosen(root)
    editor = Editor([options.moult] + options.command.split(), root)
    start = time.monotonic()
    files = [OpenFile(editor, root, path) for path in paths]
    for file in files:
        editor.wait(file.uri, 1)
    first = time.monotonic() - start
    opened = editor.memory()
    generator = random.Random(options.seed)
    latencies = {"body": [], "declaration": []}
    settled = []
    memory = {}
    before = editor.processor()
    spent = 0.0
    wrong = compared = 0
    for number in range(1, options.edits + 1):
        kind = "declaration" if generator.random() < options.declarations else "body"
        file = generator.choice(files)
        start = time.monotonic()
        file.edit(DECLARATIONS if kind == "declaration" else BODIES, number)
        editor.wait(file.uri, file.version)
        latencies[kind].append((time.monotonic() - start) * 1000)
        if number % 10 == 0:
            editor.settle(file.uri)
            settled.append((time.monotonic() - start) * 1000)
        if number in (1, 10, 100, 1000, options.edits):
            memory[number] = editor.memory()
        if number % options.every == 0:
            spent += editor.processor() - before
            editor.settle(files[0].uri)
            for file in files:
                file.write(root)
            expected = cold([options.moult, "lint", "--format", "json", "."], root, paths)
            for file in files:
                compared += 1
                found = shown(editor.diagnostics[file.uri]["diagnostics"])
                if found != expected[file.path]:
                    wrong += 1
                    print(f"editor: after {number} edits '{file.path}' differs from a cold run:")
                    print(f"  only in the editor: {[f for f in found if f not in expected[file.path]]}")
                    print(f"  only in a cold run: {[f for f in expected[file.path] if f not in found]}")
            before = editor.processor()
    spent += editor.processor() - before
    editor.close()
    every = latencies["body"] + latencies["declaration"]
    title = "one package" if layout == "one" else "packages of 10,000 lines side by side"
    print(f"editor: {lines} lines, {title}; first answer {first:.2f} s, {opened:.0f} MB\n")
    print("| edits | number | p50 ms | p95 ms | worst ms |\n| --- | ---: | ---: | ---: | ---: |")
    for name, values in (("in a body", latencies["body"]), ("of a declaration", latencies["declaration"]), ("all", every),
                         ("all, until all files are judged", settled)):
        if values:
            print(
                f"| {name} | {len(values)} | {percentile(values, 0.5):.0f} | {percentile(values, 0.95):.0f}"
                f" | {max(values):.0f} |")
    print("\n| after edits | MB | of the first |\n| ---: | ---: | ---: |")
    for number, megabytes in sorted(memory.items()):
        print(f"| {number} | {megabytes:.0f} | {megabytes / memory[1]:.2f} × |")
    print(f"\n{spent / max(1, len(every)):.2f} s of processor time for an edit; {compared - wrong} of {compared} comparisons with a cold run are equal\n")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moult", required=True)
    parser.add_argument("--fixture", required=True)
    parser.add_argument("--lines", type=int, default=500_000)
    parser.add_argument("--layouts", nargs="*", default=["packages", "one"], choices=["packages", "one"])
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--every", type=int, default=50, help="compare with a cold run so often")
    parser.add_argument("--declarations", type=float, default=0.1, help="the share of edits of declarations")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--command", default="lsp")
    options = parser.parse_args()
    wrong = 0
    for layout in options.layouts:
        root = os.path.realpath(tempfile.mkdtemp(prefix="moult-editor-"))
        try:
            wrong += measure(options, layout, root, scale.sample_files(options.fixture))
        finally:
            shutil.rmtree(root)
    if wrong:
        sys.exit(f"editor: {wrong} answers differ from a cold run")


if __name__ == "__main__":
    main()
