"""What `moult lsp` answers to bytes that no client would send."""

import json
import os
import subprocess

import pytest

MOULT = os.environ["MOULT_BINARY"]


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


def test_bytes_in_any_pieces_make_the_same_messages():
    process = subprocess.Popen([MOULT, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for byte in START + END:
        process.stdin.write(bytes([byte]))
        process.stdin.flush()
    output = process.stdout.read()
    assert process.wait(60) == 0
    assert output.count(b"Content-Length") == 2
