"""Sessions of an editor that asks for diagnostics instead of being told them."""

import json
import os
import subprocess

import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from editing import covered, registering
from test_protocol import END, notification, request, serve
from test_session import TEXT, change, opened, project  # noqa: F401

MOULT = os.environ["MOULT_BINARY"]


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[MOULT, "lsp"]))
async def client(lsp_client: LanguageClient):
    registering(lsp_client)
    yield
    await lsp_client.shutdown_session()


def open_text(client, path, text=None):
    uri = path.as_uri()
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(
        uri=uri, language_id="swift", version=1, text=path.read_text() if text is None else text)))
    return uri


async def pull(client, uri, known=None):
    return await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(
        types.TextDocumentIdentifier(uri), identifier="moult", previous_result_id=known))


async def pull_all(client, known=None):
    report = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(
        [types.PreviousResultId(uri, value) for uri, value in (known or {}).items()], identifier="moult"))
    return {item.uri: item for item in report.items}


def linted(root):
    run = subprocess.run([MOULT, "lint", "--format", "json", "."], cwd=root, capture_output=True, check=False)
    return sorted(((root / f["path"]).as_uri(), f["rule"]) for f in json.loads(run.stdout)["findings"])


async def test_a_file_is_told_once_as_long_as_it_stays_the_same(client: LanguageClient, project):
    result = await client.initialize_session(opened(project, pulls=True))
    provider = result.capabilities.diagnostic_provider
    assert provider.identifier == "moult"
    assert provider.inter_file_dependencies and provider.workspace_diagnostics
    uri = open_text(client, project / "Sources/App/A.swift")
    first = await pull(client, uri)
    assert first.kind == "full"
    assert {covered(TEXT, d.range) for d in first.items} == {"SwiftGRPC", "StatusCode"}
    again = await pull(client, uri, first.result_id)
    assert again.kind == "unchanged" and again.result_id == first.result_id

    # A line before them moves the findings, so what is said is something else.
    change(client, uri, 2, types.TextDocumentContentChangeWholeDocument("// later\n" + TEXT))
    moved = await pull(client, uri, first.result_id)
    assert moved.kind == "full" and moved.result_id != first.result_id
    assert [d.range.start.line for d in moved.items] == [d.range.start.line + 1 for d in first.items]
    # And what is said as before has the number from before.
    change(client, uri, 3, types.TextDocumentContentChangeWholeDocument(TEXT))
    assert (await pull(client, uri, first.result_id)).kind == "unchanged"
    # Who asks is told nothing else.
    assert not client.diagnostics


def test_the_number_of_a_report_is_the_same_in_another_session(project):
    uri = (project / "Sources/App/A.swift").as_uri()

    def asked(text, known=None):
        start = request(1, "initialize", {
            "capabilities": {"textDocument": {"diagnostic": {}}},
            "workspaceFolders": [{"uri": project.as_uri(), "name": "project"}]})
        params = {"textDocument": {"uri": uri}} | ({"previousResultId": known} if known else {})
        _, answers = serve(start, notification("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "swift", "version": 1, "text": text}}),
            request(2, "textDocument/diagnostic", params), END)
        return next(a["result"] for a in answers if a.get("id") == 2)

    first = asked(TEXT)
    assert first["items"]
    assert asked(TEXT, first["resultId"]) == {"kind": "unchanged", "resultId": first["resultId"]}
    assert asked("", first["resultId"])["items"] == []


async def test_files_that_are_not_open_are_told_where_something_else_is_found(
        client: LanguageClient, project):
    await client.initialize_session(opened(project, pulls=True))
    files = await pull_all(client)
    assert all(item.kind == "full" and item.version is None for item in files.values())
    found = sorted((uri, d.code) for uri, item in files.items() for d in item.items)
    assert found == linted(project) and len(files) == 2
    known = {uri: item.result_id for uri, item in files.items()}
    assert {item.kind for item in (await pull_all(client, known)).values()} == {"unchanged"}
    assert client.diagnostic_refresh_count == 0

    # An edit that concerns nobody else: the editor asks about that file by itself.
    a, b = ((project / "Sources/App" / name).as_uri() for name in ("A.swift", "B.swift"))
    open_text(client, project / "Sources/App/A.swift", TEXT.replace("\n\n", "\n\n\n"))
    assert (await pull(client, a, known[a])).kind == "full"
    assert client.diagnostic_refresh_count == 0
    files = await pull_all(client, known)
    assert {uri: item.kind for uri, item in files.items()} == {a: "full", b: "unchanged"}
    assert files[a].version == 1
    known = {uri: item.result_id for uri, item in files.items()}

    # What B is known from stands in A, whose lines B's finding names.
    change(client, a, 2, types.TextDocumentContentChangeWholeDocument("\n" + TEXT))
    files = await pull_all(client, known)
    assert client.diagnostic_refresh_count == 1
    place, = (i.location for i in files[b].items[0].related_information)
    assert place.uri == a and covered("\n" + TEXT, place.range) == "import SwiftGRPC"
    known = {uri: item.result_id for uri, item in files.items()}

    # In the editor alone, the project declares the name itself: then it is its own, everywhere.
    new = open_text(client, project / "Sources/App/New.swift", "enum StatusCode {}\n")
    assert list((await pull(client, new)).items) == []
    files = await pull_all(client, known)
    assert client.diagnostic_refresh_count == 2
    assert files[b].kind == "full" and list(files[b].items) == []
    assert new not in files

    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(new)))
    files = await pull_all(client, {uri: item.result_id for uri, item in files.items()})
    assert [d.code for d in files[b].items] == ["grpc-swift.status-code-type"]


async def test_a_file_that_is_not_open_can_be_asked_about(client: LanguageClient, project):
    await client.initialize_session(opened(project, pulls=True))
    open_text(client, project / "Sources/App/A.swift")
    uri = (project / "Sources/App/B.swift").as_uri()
    report = await pull(client, uri)
    assert [d.code for d in report.items] == ["grpc-swift.status-code-type"]
    assert (await pull(client, uri, report.result_id)).kind == "unchanged"


async def test_what_the_disk_changes_is_asked_for_again(client: LanguageClient, project):
    await client.initialize_session(opened(project, pulls=True))
    uri = open_text(client, project / "Sources/App/A.swift")
    first = await pull(client, uri)
    (project / ".moult.yml").write_text("rulez: {}\n")
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(
        [types.FileEvent((project / ".moult.yml").as_uri(), types.FileChangeType.Created)]))
    # Nothing can be said under a configuration that is none.
    assert list((await pull(client, uri, first.result_id)).items) == []
    assert client.diagnostic_refresh_count == 1
    (project / ".moult.yml").write_text("rules:\n  grpc-swift.status-code-type: off\n")
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(
        [types.FileEvent((project / ".moult.yml").as_uri(), types.FileChangeType.Changed)]))
    report = await pull(client, uri, first.result_id)
    assert [d.code for d in report.items] == ["grpc-swift.import-swiftgrpc"]
    assert client.diagnostic_refresh_count == 2
    assert ["unknown key 'rulez'" in m.message for m in client.messages] == [True]
