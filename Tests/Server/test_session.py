"""A session of an editor with `moult lsp`, through a client that others wrote."""

import asyncio
import os
import re
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from editing import applied, covered, registering

MOULT = os.environ["MOULT_BINARY"]
# Emoji before the code on a line make bytes, UTF-16 units and characters three different things.
TEXT = """import SwiftGRPC

/* 🐦‍⬛ é */ func isFatal(_ code: StatusCode) -> Bool { code == .dataLoss }
"""
FIXED = TEXT.replace("SwiftGRPC", "GRPC").replace(": StatusCode", ": GRPCStatus.Code")


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "a project"
    (folder / "Sources" / "App").mkdir(parents=True)
    (folder / "Package.swift").write_text("// swift-tools-version: 5.9\n")
    (folder / "Sources/App/A.swift").write_text(TEXT)
    (folder / "Sources/App/B.swift").write_text("func g(_ code: StatusCode) {}\n")
    return folder


def opened(project, *encodings, pulls=False, **more):
    """The parameters with which an editor begins; one that `pulls` asks for diagnostics instead of being told them."""
    capabilities = client_capabilities("visual-studio-code")
    capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities() if pulls else None
    capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=pulls)
    if encodings:
        capabilities.general.position_encodings = list(encodings)
    for name, value in more.items():
        setattr(capabilities.workspace.workspace_edit, name, value)
    return types.InitializeParams(
        capabilities=capabilities,
        workspace_folders=[types.WorkspaceFolder(uri=project.as_uri(), name="project")])


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[MOULT, "lsp"]))
async def client(lsp_client: LanguageClient):
    registering(lsp_client)
    yield
    await lsp_client.shutdown_session()


async def open_file(client, path, text=None):
    """Opens a file and returns its URI and the diagnostics."""
    uri = path.as_uri()
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(
        uri=uri, language_id="swift", version=1, text=path.read_text() if text is None else text)))
    return uri, await diagnostics(client, uri)


async def diagnostics(client, uri):
    while True:
        await client.wait_for_notification("textDocument/publishDiagnostics")
        if uri in client.diagnostics:
            return client.diagnostics[uri]


def change(client, uri, version, *changes):
    client.text_document_did_change(types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(version=version, uri=uri), list(changes)))


async def actions(client, uri, range_, only=None):
    return await client.text_document_code_action_async(types.CodeActionParams(
        types.TextDocumentIdentifier(uri), range_,
        types.CodeActionContext(diagnostics=[], only=only)))


def edits_of(action):
    """The edits of an action by URI."""
    if action.edit.document_changes is not None:
        return {change.text_document.uri: change.edits for change in action.edit.document_changes}
    return action.edit.changes


async def test_open_edit_fix_hover(client: LanguageClient, project):
    result = await client.initialize_session(opened(project))
    assert result.capabilities.position_encoding == "utf-16"
    assert result.server_info.name == "moult"
    path = project / "Sources/App/A.swift"
    uri, found = await open_file(client, path)
    assert {d.code for d in found} == {
        "grpc-swift.import-swiftgrpc", "grpc-swift.status-code-type"}
    assert {covered(TEXT, d.range) for d in found} == {"SwiftGRPC", "StatusCode"}
    assert all(d.source == "moult" and d.severity == types.DiagnosticSeverity.Error for d in found)

    # An edit before the finding moves it: the person types a word behind the emoji.
    place = types.Position(2, len("/* 🐦‍⬛ é".encode("utf-16-le")) // 2)
    change(client, uri, 2, types.TextDocumentContentChangePartial(
        range=types.Range(place, place), text=" 🎉 so"))
    found = await diagnostics(client, uri)
    text = TEXT.replace(" é */", " é 🎉 so */")
    finding = next(d for d in found if d.code == "grpc-swift.status-code-type")
    assert covered(text, finding.range) == "StatusCode"

    offers = await actions(client, uri, finding.range, only=["quickfix"])
    assert {a.kind for a in offers} == {"quickfix"}
    # A single fix would leave the file between two eras, so the offer is the hop.
    # B.swift uses a name without an import of its own, which somebody has to read over.
    assert offers[0].title == "Migrate grpc-swift 0 → 1 (whole hop, review)"
    assert not offers[0].is_preferred and offers[0].diagnostics[0].code == finding.code
    edits = edits_of(await with_edit(client, offers[0]))
    assert set(edits) == {uri, (project / "Sources/App/B.swift").as_uri()}
    text = applied(text, edits[uri])
    assert ": GRPCStatus.Code)" in text and "🎉 so" in text
    assert "import GRPC\n" in text and "SwiftGRPC" not in text

    hover = await client.text_document_hover_async(types.HoverParams(
        types.TextDocumentIdentifier(uri), types.Position(0, 9)))
    assert hover.contents.kind == "markdown"
    assert "# `import SwiftGRPC` became `import GRPC`" in hover.contents.value
    assert covered(TEXT, hover.range) == "SwiftGRPC"
    assert await client.text_document_hover_async(types.HoverParams(
        types.TextDocumentIdentifier(uri), types.Position(1, 0))) is None

    # All of the text at once, without anything old.
    change(client, uri, 3, types.TextDocumentContentChangeWholeDocument(text=FIXED))
    assert not await diagnostics(client, uri)

    client.text_document_did_close(types.DidCloseTextDocumentParams(
        types.TextDocumentIdentifier(uri)))
    assert not await diagnostics(client, uri)
    # Nothing was written: only the editor saves.
    assert path.read_text() == TEXT


async def test_utf8_positions(client: LanguageClient, project):
    result = await client.initialize_session(opened(project, "utf-8", "utf-16"))
    assert result.capabilities.position_encoding == "utf-8"
    uri, found = await open_file(client, project / "Sources/App/A.swift")
    assert {covered(TEXT, d.range, "utf-8") for d in found} == {"SwiftGRPC", "StatusCode"}
    start = types.Position(2, len("/* ".encode()))
    end = types.Position(2, len("/* 🐦‍⬛ é ".encode()))
    change(client, uri, 2, types.TextDocumentContentChangePartial(
        range=types.Range(start, end), text="x "))
    found = await diagnostics(client, uri)
    text = TEXT.replace("🐦‍⬛ é ", "x ")
    assert {covered(text, d.range, "utf-8") for d in found} == {"SwiftGRPC", "StatusCode"}


async def test_unsaved_text_counts_for_other_files(client: LanguageClient, project):
    await client.initialize_session(opened(project))
    b, found = await open_file(client, project / "Sources/App/B.swift")
    assert [d.code for d in found] == ["grpc-swift.status-code-type"]
    # In the editor, and not on the disk, the project declares the name itself: then it is its own.
    await open_file(client, project / "Sources/App/New.swift", "enum StatusCode {}\n")
    # The opened file is answered for at once; what it means for others is published when their program is judged.
    # The client may have received that and not yet noted it, so it is looked at and not waited for.
    for _ in range(600):
        if not client.diagnostics[b]:
            break
        await asyncio.sleep(0.05)
    assert not client.diagnostics[b]


async def with_edit(client, action):
    """The action with its edit, which may come only when it is chosen."""
    return action if action.edit else await client.code_action_resolve_async(action)


async def fix_all(client, path):
    """What the editor is to change for all safe fixes of a file, by URI."""
    uri, _ = await open_file(client, path)
    everywhere = types.Range(types.Position(0, 0), types.Position(3, 0))
    offers = await actions(client, uri, everywhere, only=["source.fixAll"])
    assert [a.kind for a in offers] == ["source.fixAll.moult"]
    return edits_of(await with_edit(client, offers[0])) or {}


async def test_fix_all_is_computed_when_it_is_chosen(client: LanguageClient, project):
    (project / "Sources/App/B.swift").unlink()
    await client.initialize_session(opened(project))
    path = project / "Sources/App/A.swift"
    edits = await fix_all(client, path)
    assert list(edits) == [path.as_uri()]
    assert applied(TEXT, edits[path.as_uri()]) == FIXED


async def test_fix_all_makes_no_half_of_a_hop(client: LanguageClient, project):
    # The other file has a part in the hop, and was not asked about.
    await client.initialize_session(opened(project))
    edits = await fix_all(client, project / "Sources/App/A.swift")
    assert not any(edits.values() if isinstance(edits, dict) else edits)


async def test_a_hop_that_needs_review_is_offered_and_not_preferred(
        client: LanguageClient, project):
    text = "import SwiftGRPC\nfunc f(_ error: RPCError) {}\n"
    (project / "Sources/App/B.swift").write_text(text)
    await client.initialize_session(opened(project))
    uri, found = await open_file(client, project / "Sources/App/B.swift")
    offers = await actions(client, uri, found[0].range, only=["quickfix"])
    rule = found[0].code
    assert [a.title for a in offers] == [
        "Migrate grpc-swift 0 → 1 (whole hop, review)", f"Ignore '{rule}' here", f"Ignore '{rule}' in this file"]
    assert not any(a.is_preferred for a in offers)


async def test_a_finding_can_be_ignored_where_it_stands_and_in_its_file(client: LanguageClient, project):
    await client.initialize_session(opened(project))
    path = project / "Sources/App/B.swift"
    path.write_text("func g(_ code: StatusCode) {}\n\nfunc h(_ code: StatusCode) {}\n")
    uri, found = await open_file(client, path)
    assert [d.range.start.line for d in found] == [0, 2]
    offers = [a for a in await actions(client, uri, found[0].range) if a.title.startswith("Ignore")]
    for offer, lines in zip(offers, ([3], []), strict=True):
        text = applied(path.read_text(), edits_of(offer)[uri])
        assert "moult:ignore" in text
        change(client, uri, 2, types.TextDocumentContentChangeWholeDocument(text=text))
        left = [d for d in await diagnostics(client, uri) if d.code == found[0].code]
        assert [d.range.start.line for d in left] == lines, text


async def test_each_fix_that_a_finding_offers_is_an_action(client: LanguageClient, project):
    rules = Path(__file__).resolve().parents[2] / "Rules"
    (project / "Sources/App/A.swift").unlink()
    (project / "Sources/App/hello.grpc.swift").write_text(
        (rules / "grpc-swift/0/Generated.swift").read_text())
    (project / "Sources/App/B.swift").write_text(
        "import SwiftGRPC\nfunc f(_ c: Hello_V1_GreeterService) throws -> String {\n"
        "  try c.sayHello(Hello_V1_HelloRequest()).message\n}\n")
    await client.initialize_session(opened(project))
    uri, found = await open_file(client, project / "Sources/App/B.swift")
    call = next(d for d in found if d.code == "grpc-swift.blocking-unary-call")
    offers = await actions(client, uri, call.range, only=["quickfix"])
    hop = "Migrate grpc-swift 0 → 1 (whole hop, review)"
    # A part of a hop is no offer, so the hop is, once for each way.
    ignore = f"Ignore '{call.code}' "
    assert [a.title for a in offers] == [
        hop, hop + ": Await the call's response in functions that become async",
        ignore + "here", ignore + "in this file"]
    assert not any(a.is_preferred for a in offers)
    texts = []
    for offer in offers:
        edits = edits_of(await with_edit(client, offer))
        texts.append(applied((project / "Sources/App/B.swift").read_text(), edits[uri]))
    assert "throws -> String {\n  try c.sayHello(Hello_V1_HelloRequest()).response.wait()" in texts[0]
    assert "async throws -> String {\n  try await c.sayHello(Hello_V1_HelloRequest()).response.get()" \
        in texts[1]


async def test_edits_name_versions_only_if_the_editor_knows_them(client: LanguageClient, project):
    await client.initialize_session(opened(project, document_changes=False))
    uri, found = await open_file(client, project / "Sources/App/A.swift")
    offers = await actions(client, uri, found[0].range)
    action = await with_edit(client, offers[0])
    assert action.edit.changes and action.edit.document_changes is None


async def test_a_wrong_configuration_is_shown(client: LanguageClient, project):
    (project / ".moult.yml").write_text("rulez: {}\n")
    await client.initialize_session(opened(project))
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(
        uri=(project / "Sources/App/A.swift").as_uri(), language_id="swift", version=1, text=TEXT)))
    await client.wait_for_notification("window/showMessage")
    assert "unknown key 'rulez'" in client.messages[0].message
    # Once it is right, saving is enough.
    (project / ".moult.yml").unlink()
    client.text_document_did_save(types.DidSaveTextDocumentParams(
        types.TextDocumentIdentifier((project / "Sources/App/A.swift").as_uri())))
    assert await diagnostics(client, (project / "Sources/App/A.swift").as_uri())


async def test_a_file_outside_all_folders(client: LanguageClient, project, tmp_path):
    await client.initialize_session(opened(project))
    path = tmp_path / "Alone.swift"
    path.write_text("import SwiftGRPC\n")
    _, found = await open_file(client, path)
    assert [d.code for d in found] == ["grpc-swift.import-swiftgrpc"]


async def test_what_a_dependency_calls_deprecated_is_shown_where_the_configuration_asks(client: LanguageClient, project, tmp_path):
    tea = project / ".build/checkouts/swift-tea"
    (tea / "Sources/Tea").mkdir(parents=True)
    (tea / "Package.swift").write_text(
        "// swift-tools-version: 6.0\nimport PackageDescription\n"
        'let package = Package(name: "swift-tea", targets: [.target(name: "Tea")])\n')
    (tea / "Sources/Tea/Tea.swift").write_text(
        "public struct Cup {\n  public init(volume: Int) {}\n"
        '  @available(*, deprecated, renamed: "init(volume:)")\n'
        "  public init(size: Int) { self.init(volume: size) }\n}\n")
    text = "import Tea\nlet cup = Cup(size: 3)\n"
    path = project / "Sources/App/Cup.swift"
    path.write_text(text)
    await client.initialize_session(opened(project))
    uri, found = await open_file(client, path)
    assert list(found) == []
    # Asking for it and saving is enough.
    (project / ".moult.yml").write_text("dependencies: deprecated\n")
    client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
    found = await diagnostics(client, uri)
    assert [d.code for d in found] == ["swift-tea.deprecated"]
    assert covered(text, found[0].range) == "Cup"
    action = await with_edit(client, (await actions(client, uri, found[0].range))[0])
    edits = edits_of(action)[uri]
    assert applied(text, edits) == "import Tea\nlet cup = Cup(volume: 3)\n"


async def test_a_long_task_is_shown_each_time_that_it_begins_anew(client: LanguageClient, project):
    await client.initialize_session(opened(project))
    uri, _ = await open_file(client, project / "Sources/App/A.swift")
    tokens = list(client.progress_reports)
    assert len(tokens) == 1
    begin, *reports, end = client.progress_reports[tokens[0]]
    assert (begin.kind, begin.title) == ("begin", "Moult analyses a project")
    assert [r.message for r in reports] == ["reading files", "judging 3 files"]
    assert (end.kind, end.message) == ("end", "done")
    # An edit is not long, another configuration is.
    change(client, uri, 2, types.TextDocumentContentChangeWholeDocument(text=TEXT + "// later\n"))
    await diagnostics(client, uri)
    assert list(client.progress_reports) == tokens
    (project / ".moult.yml").write_text("fail_on: error\n")
    client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
    # What is found stays the same, so nothing is said of the file; a request is answered when all is analysed.
    await client.text_document_hover_async(types.HoverParams(
        text_document=types.TextDocumentIdentifier(uri), position=types.Position(0, 0)))
    assert len(client.progress_reports) == 2


async def test_what_is_the_same_is_not_said_again(client: LanguageClient, project):
    await client.initialize_session(opened(project))
    a, _ = await open_file(client, project / "Sources/App/A.swift")
    # Nothing that is said of this file points to the other one.
    path = project / "Sources/App/B.swift"
    path.write_text("import SwiftGRPC\nfunc g(_ code: StatusCode) {}\n")
    b, found = await open_file(client, path)
    client.diagnostics.clear()
    change(client, a, 2, types.TextDocumentContentChangeWholeDocument(text=TEXT + "// later\n"))
    await actions(client, a, found[0].range)
    assert list(client.diagnostics) == [a]
    # Whatever an editor shows of a file goes when it is closed, so it is told of it when it is open again.
    client.diagnostics.clear()
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(b)))
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(
        uri=b, language_id="swift", version=1, text=path.read_text())))
    await actions(client, b, found[0].range)
    assert list(client.diagnostics) == [b]


async def test_a_file_of_no_interest_that_the_disk_has_changed_is_opened(client: LanguageClient, project):
    path = project / "Other/Sources/X.swift"
    path.parent.mkdir(parents=True)
    (project / "Other/Package.swift").write_text("// swift-tools-version: 5.9\n")
    path.write_text("let nothing = 1\n")
    await client.initialize_session(opened(project))
    await open_file(client, project / "Sources/App/A.swift")
    # Another branch, of which nobody tells the server.
    path.write_text("import SwiftGRPC\nfunc g(_ code: StatusCode) {}\n")
    _, found = await open_file(client, path)
    assert "grpc-swift.status-code-type" in [d.code for d in found]


async def test_what_the_disk_changes_beside_an_edit_is_seen(client: LanguageClient, project):
    await client.initialize_session(opened(project))
    a, _ = await open_file(client, project / "Sources/App/A.swift")
    b, found = await open_file(client, project / "Sources/App/B.swift")
    assert found
    client.diagnostics.clear()
    # Nobody tells the server of the new declaration; the edited file is answered first, and the other one later.
    (project / "Sources/App/Own.swift").write_text("enum StatusCode {}\n")
    change(client, a, 2, types.TextDocumentContentChangeWholeDocument(text=TEXT + "// later\n"))
    assert not await diagnostics(client, b)


def meets(pattern, name):
    """Whether a pattern of the protocol meets a file of this name in some folder."""
    assert pattern.startswith("**/")
    parts = [(re.escape(p).replace(r"\*", "[^/]*") if i % 2 == 0 else "|".join(
        re.escape(o).replace(r"\*", "[^/]*") for o in p.split(",")))
        for i, p in enumerate(re.split(r"[{}]", pattern[3:]))]
    return re.fullmatch("".join(p if i % 2 == 0 else f"(?:{p})" for i, p in enumerate(parts)), name) is not None


async def test_the_editor_is_asked_to_tell_of_what_is_read(client: LanguageClient, project):
    await client.initialize_session(opened(project))
    await open_file(client, project / "Sources/App/A.swift")
    registration, = client.registrations
    assert registration.method == "workspace/didChangeWatchedFiles"
    patterns = [watcher["globPattern"] for watcher in registration.register_options["watchers"]]
    for name in ["A.swift", "Package@swift-5.9.swift", "Package.resolved", "A.m", "A.h", "a.proto", "a.options", "Podfile",
                 "Podfile.lock", "A.podspec", "A.podspec.json", "Cartfile", "buf.gen.yaml", "buf.lock", "project.pbxproj",
                 "grpc-swift-proto-generator-config.json", "generate.sh", "Makefile", "Dockerfile", "Fastfile", "README.md",
                 ".moult.yml", ".gitignore", ".swift-format", ".editorconfig", ".swiftlint.yml"]:
        assert any(meets(pattern, name) for pattern in patterns), name
    for name in ["A.o", "A.swiftmodule", "main.py", "notes.md", "image.png"]:
        assert not any(meets(pattern, name) for pattern in patterns), name


async def test_a_rule_leads_to_its_page_where_the_editor_names_a_book(client: LanguageClient, project):
    params = opened(project)
    params.initialization_options = {"book": "https://example.org/moult"}
    await client.initialize_session(params)
    _, found = await open_file(client, project / "Sources/App/A.swift")
    assert {(d.code, d.code_description.href) for d in found} == {
        (rule, f"https://example.org/moult/rules/{rule}.html")
        for rule in ("grpc-swift.import-swiftgrpc", "grpc-swift.status-code-type")}


async def test_what_a_finding_is_known_from_is_shown_beside_it(client: LanguageClient, project):
    await client.initialize_session(opened(project))
    path = project / "Sources/App/A.swift"
    uri, found = await open_file(client, path)
    finding = next(d for d in found if d.code == "grpc-swift.status-code-type")
    place, = finding.related_information
    assert place.location.uri == uri and covered(TEXT, place.location.range) == "import SwiftGRPC"
    assert place.message == "because of 'import SwiftGRPC' in Sources/App/A.swift:1"
    # The import itself needs no pointer to itself, and without a book there is no page.
    other = next(d for d in found if d.code == "grpc-swift.import-swiftgrpc")
    assert not other.related_information and other.code_description is None
