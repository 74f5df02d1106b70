"""After each edit of a session the diagnostics are the findings of a `moult lint` that knows nothing of the edits before.

`MOULT_EDITS` says how many edits are made; the seeds are fixed."""

import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from editing import registering
from test_session import opened

MOULT = os.environ["MOULT_BINARY"]
EDITS = int(os.environ.get("MOULT_EDITS", "25"))
FIXTURES = Path(__file__).resolve().parents[2] / "Fixtures"
SEVERITIES = {1: "error", 2: "warning", 3: "note"}
LINES = [
    "    let spare: StatusCode? = nil", "    print(\"later\")", "import SwiftGRPC", "import GRPC", "", "}",
    "    // moult:ignore", "    func more(_ code: StatusCode) -> Bool { code == .aborted }",
    "    if let code = (error as? RPCError)?.callResult?.statusCode { print(code) }", "#if DEBUG", "#endif",
]


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[MOULT, "lsp"]))
async def client(lsp_client: LanguageClient):
    registering(lsp_client)
    yield
    await lsp_client.shutdown_session()


class Session:
    """The texts of an editor, and what it does to them and to the disk."""

    def __init__(self, client, root, seed):
        self.client = client
        self.root = root
        self.random = random.Random(seed)
        self.texts = {}
        self.reports = {}
        self.version = 1

    def sources(self):
        return sorted(p for p in self.root.rglob("*.swift") if ".pb." not in p.name and ".grpc." not in p.name)

    def open(self, path):
        self.version += 1
        self.texts[path] = path.read_text()
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(
            uri=path.as_uri(), language_id="swift", version=self.version, text=self.texts[path])))

    def close(self, path):
        del self.texts[path]
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(
            types.TextDocumentIdentifier(path.as_uri())))

    def change(self, path, text):
        self.version += 1
        self.texts[path] = text
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(uri=path.as_uri(), version=self.version),
            [types.TextDocumentContentChangeWholeDocument(text)]))

    def changed(self, text):
        lines = text.split("\n")
        place = self.random.randrange(len(lines))
        match self.random.randrange(4):
            case 0: del lines[place]
            case 1: lines.insert(place, lines[self.random.randrange(len(lines))])
            case _: lines.insert(place, self.random.choice(LINES))
        return "\n".join(lines)

    def watched(self, path, kind):
        # Half of the editors say nothing.
        if self.random.random() < 0.5:
            self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(
                [types.FileEvent(path.as_uri(), kind)]))

    def step(self):
        """Does one thing, and returns what it was."""
        choice = self.random.randrange(20)
        path = self.random.choice(sorted(self.texts))
        if choice < 10:
            self.change(path, self.changed(self.texts[path]))
            return f"edit {path.name}"
        if choice == 10:
            path.write_text(self.texts[path])
            self.client.text_document_did_save(types.DidSaveTextDocumentParams(
                types.TextDocumentIdentifier(path.as_uri())))
            return f"save {path.name}"
        if choice == 11 and len(self.texts) > 1:
            self.close(path)
            return f"close {path.name}"
        if choice in (12, 13):
            rest = [p for p in self.sources() if p not in self.texts]
            if rest:
                other = self.random.choice(rest)
                self.open(other)
                return f"open {other.name}"
        if choice in (14, 15):
            rest = [p for p in self.sources() if p not in self.texts and p.name != "Package.swift"]
            other = self.random.choice(rest)
            other.write_text(self.changed(other.read_text()))
            self.watched(other, types.FileChangeType.Changed)
            return f"write {other.name}"
        if choice == 16:
            new = self.root / "Sources/HelloClient" / f"New{self.version}.swift"
            new.write_text("import SwiftGRPC\n\nfunc new(_ code: StatusCode) {}\n")
            self.watched(new, types.FileChangeType.Created)
            return f"new {new.name}"
        if choice == 17:
            made = [p for p in self.sources() if p.name.startswith("New") and p not in self.texts]
            if made:
                made[0].unlink()
                self.watched(made[0], types.FileChangeType.Deleted)
                return f"delete {made[0].name}"
        if choice == 18:
            configuration = self.root / ".moult.yml"
            rules = ["grpc-swift.status-code-type", "grpc-swift.rpc-error", "grpc-swift.metadata-type"]
            configuration.write_text(
                "rules:\n  " + self.random.choice(rules[:1]) + ": " + self.random.choice(["off", "error", "note"]) + "\n")
            self.watched(configuration, types.FileChangeType.Changed)
            return "configure"
        manifest = self.root / "Package.swift"
        manifest.write_text(manifest.read_text() + f"// {self.version}\n")
        self.watched(manifest, types.FileChangeType.Changed)
        return "write Package.swift"

    def touch(self):
        for path in sorted(self.texts):
            # Not every editor tells of the disk, and none is asked while nothing is typed.
            self.change(path, self.texts[path])

    async def shown(self):
        """What the server says of the open files, once it has seen everything."""
        self.touch()
        path = sorted(self.texts)[0]
        await self.client.text_document_hover_async(types.HoverParams(
            types.TextDocumentIdentifier(path.as_uri()), types.Position(0, 0)))
        return {path: self.told(self.client.diagnostics[path.as_uri()]) for path in self.texts}

    async def pulled(self):
        """What the server has said of all files to an editor that asks, and asks only for what has changed."""
        self.touch()
        report = await self.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(
            [types.PreviousResultId(uri, number) for uri, (number, _) in self.reports.items()]))
        for item in report.items:
            if item.kind == "unchanged":
                assert self.reports[item.uri][0] == item.result_id
            else:
                self.reports[item.uri] = (item.result_id, item.items)
        return {Path(uri.removeprefix("file://")): self.told(items)
                for uri, (_, items) in self.reports.items() if items}

    @staticmethod
    def told(diagnostics):
        return sorted((d.range.start.line + 1, d.range.start.character + 1, d.code, SEVERITIES[d.severity],
                       d.message.split("\nnext: ")[0]) for d in diagnostics)

    def cold(self, copy):
        """What a run finds in a tree that has the open texts on the disk, of each file in which it finds something."""
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.root, copy)
        for path, text in self.texts.items():
            (copy / path.relative_to(self.root)).write_text(text)
        run = subprocess.run([MOULT, "lint", "--format", "json", "."], cwd=copy, capture_output=True, check=False)
        assert run.returncode in (0, 1, 2), run.stderr
        found = {}
        for finding in json.loads(run.stdout)["findings"]:
            path = self.root / finding["path"]
            start = finding["range"]["start"]
            found.setdefault(path, []).append(
                (start["line"], start["utf16Column"], finding["rule"], finding["severity"], finding["message"]))
        return {path: sorted(findings) for path, findings in found.items()}


@pytest.mark.asyncio
@pytest.mark.parametrize("pulls", [False, True])
@pytest.mark.parametrize("seed", [1, 2, 3] if "MOULT_EDITS" in os.environ else [1, 2])
async def test_every_state_of_a_session_is_what_a_cold_run_finds(client, tmp_path, seed, pulls):
    root = tmp_path / "project"
    shutil.copytree(FIXTURES / "hello-v0" / "before", root)
    await client.initialize_session(opened(root, pulls=pulls))
    session = Session(client, root, seed)
    for name in ("ErrorReporter.swift", "Greetings.swift"):
        session.open(root / "Sources/HelloClient" / name)
    done = []
    for _ in range(EDITS):
        done.append(session.step())
        if pulls:
            assert await session.pulled() == session.cold(tmp_path / "cold" / "project"), done
        else:
            shown = await session.shown()
            cold = session.cold(tmp_path / "cold" / "project")
            assert shown == {path: cold.get(path, []) for path in session.texts}, done
