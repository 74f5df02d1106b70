"""What `moult lsp` answers to bytes that no client would send."""

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

MOULT = os.environ["MOULT_BINARY"]
FIXTURES = Path(__file__).resolve().parents[2] / "Fixtures"


def message(body):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(data), data)


def request(number, method, params=None):
    body = {"jsonrpc": "2.0", "id": number, "method": method}
    return message(body if params is None else body | {"params": params})


def notification(method, params=None):
    return message({"jsonrpc": "2.0", "method": method, "params": params or {}})


def serve(*messages):
    """Sends everything at once and returns the exit code and the answers."""
    run = subprocess.run([MOULT, "lsp"], input=b"".join(messages), capture_output=True, timeout=60)
    answers = []
    rest = run.stdout
    while rest:
        head, _, rest = rest.partition(b"\r\n\r\n")
        length = int(head.removeprefix(b"Content-Length: "))
        answers.append(json.loads(rest[:length]))
        rest = rest[length:]
    return run.returncode, answers


START = request(1, "initialize", {"capabilities": {}})
END = request(99, "shutdown") + notification("exit")


def test_shutdown_and_exit_are_0():
    code, answers = serve(START, notification("initialized"), END)
    assert code == 0
    assert [a["id"] for a in answers] == [1, 99]
    assert answers[1]["result"] is None


def test_exit_without_shutdown_and_a_closed_stream_are_1():
    assert serve(START, notification("exit"))[0] == 1
    assert serve(START)[0] == 1
    assert serve()[0] == 1


def test_order_is_kept():
    code, answers = serve(request(7, "shutdown"), START, START, request(2, "shutdown"),
                          request(3, "textDocument/hover"), notification("exit"))
    assert code == 0
    assert [(a["id"], a.get("error", {}).get("code")) for a in answers] == [
        (7, -32002), (1, None), (1, -32600), (2, None), (3, -32600)]


@pytest.mark.parametrize("bytes_, code", [
    (message(b"{"), -32700),
    (message(b""), -32700),
    (message(b"\xff\xfe"), -32700),
    (message(b"[" * 100_000), -32700),
    (message([]), -32600),
    (message({"jsonrpc": "2.0", "id": 5}), -32600),
    (message({"id": 5, "method": 7}), -32600),
    (message("text"), -32600),
    (b"Content-Length: many\r\n\r\n", -32700),
    (b"Content-Length: -1\r\n\r\n", -32700),
    (b"Content-Length: 99999999999999999999\r\n\r\n", -32700),
    (b"Content-Type: text\r\n\r\n", -32700),
    (b"x" * 9000, -32700),
    (request(5, "no/such/method"), -32601),
    (request(5, "textDocument/hover"), -32602),
    (request(5, "textDocument/hover", []), -32602),
    (request(5, "textDocument/hover", {"textDocument": {"uri": "file:///x"},
                                       "position": {"line": 0, "character": 0}}), -32602),
    (request(5, "textDocument/diagnostic"), -32602),
    (request(5, "textDocument/diagnostic", {"textDocument": {"uri": "untitled:1"}}), -32602),
    (request(5, "textDocument/diagnostic", {"textDocument": {"uri": "file:///x"}}), -32602),
    (request(5, "textDocument/codeAction", {"textDocument": {"uri": 1}, "range": None}), -32602),
])
def test_what_makes_no_sense_is_answered_and_survived(bytes_, code):
    # A header without an end swallows what comes in the same breath, so nothing follows it here.
    is_endless = bytes_.startswith(b"xx")
    exit_code, answers = serve(START, bytes_, *([] if is_endless else [END]))
    assert [a["error"]["code"] for a in answers if "error" in a] == [code]
    assert exit_code == (1 if is_endless else 0)


def test_notifications_that_make_no_sense_are_passed_over(tmp_path):
    path = tmp_path / "A.swift"
    uri = path.as_uri()
    document = {"uri": uri, "languageId": "swift", "version": 1, "text": "import SwiftGRPC\n"}
    far = {"line": 10**9, "character": 10**9}

    def change(*changes):
        return notification("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": 2}, "contentChanges": list(changes)})

    code, answers = serve(
        START, notification("$/unknown"), notification("textDocument/didOpen"),
        notification("textDocument/didOpen", {"textDocument": {"uri": "untitled:1", "text": "x"}}),
        notification("textDocument/didChange"), notification("textDocument/didClose"),
        notification("textDocument/didOpen", {"textDocument": document}),
        change({"range": {"start": {"line": -5, "character": -5},
                          "end": {"line": 0, "character": 0}}, "text": "// a\n"}),
        change({"range": {"start": far, "end": {"line": 0, "character": 0}}, "text": "// z\n"}),
        change({"range": {"start": {"line": 1.5}}, "text": "x"}), change({"no": "text"}), change(5),
        request(2, "textDocument/codeAction", {
            "textDocument": {"uri": uri}, "context": {"diagnostics": []},
            "range": {"start": {"line": 0, "character": 0}, "end": far}}),
        END)
    assert code == 0
    complaints = [a for a in answers if a.get("method") == "window/showMessage"]
    assert len(complaints) == 1 and "the texts differ" in complaints[0]["params"]["message"]
    published = [a["params"] for a in answers
                 if a.get("method") == "textDocument/publishDiagnostics"]
    # The comment stands before the import, and the other behind it.
    assert published[-1]["diagnostics"][0]["range"] == {
        "start": {"line": 1, "character": 7}, "end": {"line": 1, "character": 16}}
    actions = next(a["result"] for a in answers if a.get("id") == 2)
    ignore = "Ignore 'grpc-swift.import-swiftgrpc' "
    assert [a["title"] for a in actions] == [
        "Migrate grpc-swift 0 → 1 (whole hop)", ignore + "here", ignore + "in this file"]


def test_a_request_that_is_withdrawn_before_its_turn_is_not_worked_on(tmp_path):
    uri = (tmp_path / "A.swift").as_uri()
    document = {"uri": uri, "languageId": "swift", "version": 1, "text": "import SwiftGRPC\n"}
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 8}}
    code, answers = serve(
        START, notification("textDocument/didOpen", {"textDocument": document}),
        request(2, "textDocument/hover", place), request(3, "textDocument/hover", place),
        request("3", "textDocument/hover", place),
        # One that waits, one that nobody has sent, and what makes no sense.
        *(notification("$/cancelRequest", params) for params in ({"id": 3}, {"id": 77}, {}, {"id": [3]})),
        # The same name again is another request.
        request(3, "textDocument/hover", place), END)
    assert code == 0
    assert [(a["id"], a["error"]["code"] if "error" in a else bool(a["result"])) for a in answers if "id" in a] == [
        (1, True), (2, True), (3, -32800), ("3", True), (3, True), (99, False)]


def test_a_request_is_withdrawn_while_its_project_is_analysed(tmp_path):
    project = tmp_path / "project"
    shutil.copytree(FIXTURES / "hello-v0" / "before", project)
    path = project / "Sources/HelloClient/Greetings.swift"
    document = {"uri": path.as_uri(), "languageId": "swift", "version": 1, "text": path.read_text()}
    place = {"textDocument": {"uri": path.as_uri()}, "position": {"line": 0, "character": 8}}
    # What is written while a server begins is not trusted, and read once more: that would be a second analysis.
    time.sleep(0.5)
    process = subprocess.Popen([MOULT, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(*messages):
        process.stdin.write(b"".join(messages))
        process.stdin.flush()

    def received():
        length = int(process.stdout.readline().removeprefix(b"Content-Length: "))
        process.stdout.readline()
        return json.loads(process.stdout.read(length))

    send(request(1, "initialize", {
            "capabilities": {"window": {"workDoneProgress": True}}, "rootUri": project.as_uri()}),
         notification("textDocument/didOpen", {"textDocument": document}), request(2, "textDocument/hover", place))
    assert received()["id"] == 1
    create = received()
    assert create["method"] == "window/workDoneProgress/create"
    token = create["params"]["token"]
    send(message({"jsonrpc": "2.0", "id": create["id"], "result": None}))
    begin = received()
    assert begin["method"] == "$/progress" and begin["params"]["token"] == token
    assert begin["params"]["value"]["kind"] == "begin"
    # Its project is being analysed now, for it.
    send(notification("$/cancelRequest", {"id": 2}), request(3, "textDocument/hover", place), END)
    answers = [received() for _ in range(7)]
    values = [a["params"]["value"] for a in answers if a.get("method") == "$/progress"]
    assert [v["kind"] for v in values] == ["report", "report", "end"]
    assert [v["message"] for v in values] == ["reading files", "judging 25 files", "done"]
    assert [(a["id"], a.get("error", {}).get("code")) for a in answers if "id" in a] == [
        (2, -32800), (3, None), (99, None)]
    assert process.wait(60) == 0


def test_an_editor_that_does_not_agree_is_shown_no_progress(tmp_path):
    uri = (tmp_path / "A.swift").as_uri()
    document = {"uri": uri, "languageId": "swift", "version": 1, "text": "import SwiftGRPC\n"}
    # The answer comes before the question, as it is the only one that is asked.
    refusal = message({"jsonrpc": "2.0", "id": "moult-1", "error": {"code": -32601, "message": "no"}})
    code, answers = serve(
        request(1, "initialize", {"capabilities": {"window": {"workDoneProgress": True}}}), notification("initialized"),
        notification("textDocument/didOpen", {"textDocument": document}),
        request(2, "textDocument/hover", {
            "textDocument": {"uri": uri}, "position": {"line": 0, "character": 8}}), refusal, END)
    assert code == 0
    methods = [a["method"] for a in answers if "method" in a]
    assert methods == ["window/workDoneProgress/create", "textDocument/publishDiagnostics"]
    assert next(a for a in answers if a.get("id") == 2)["result"]


def test_numbers_of_reports_that_make_no_sense_are_those_of_something_else(tmp_path):
    (tmp_path / "A.swift").write_text("import SwiftGRPC\n")
    uri = (tmp_path / "A.swift").as_uri()
    known = [5, {}, {"uri": 5, "value": 5}, {"uri": "untitled:1", "value": ""}, {"uri": uri}, {"uri": uri, "value": 7}]
    code, answers = serve(
        request(1, "initialize", {"capabilities": {"textDocument": {"diagnostic": {}}}, "rootUri": tmp_path.as_uri()}),
        *(request(n, "workspace/diagnostic", params) for n, params in enumerate([
            {}, {"previousResultIds": known}, {"previousResultIds": 5}, []], 2)), END)
    assert code == 0
    reports = [a["result"]["items"] for a in answers if a.get("id") in range(2, 6)]
    assert len(reports) == 4 and all(report == reports[0] for report in reports)
    assert [(r["uri"], r["kind"], len(r["items"])) for r in reports[0]] == [(uri, "full", 1)]


def test_bytes_in_any_pieces_make_the_same_messages():
    process = subprocess.Popen([MOULT, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for byte in START + END:
        process.stdin.write(bytes([byte]))
        process.stdin.flush()
    output = process.stdout.read()
    assert process.wait(60) == 0
    assert output.count(b"Content-Length") == 2
