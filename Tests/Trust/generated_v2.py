#!/usr/bin/env python3
"""Writes what the generator of grpc-swift 2 makes of the services in generated code of grpc-swift 0 or 1.

  generated_v2.py FILE            prints the new file for FILE, a `*.grpc.swift` of grpc-swift 0 or 1
  generated_v2.py --compare A B   fails if the services in A and B have different declarations

As Tests/Hops/generated_v1.py, which says why. The test of this script: from the samples of eras 0 and 1 it must get the
declarations of the sample of era 2.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Hops"))
from generated_v1 import BOTH, CLIENT, SERVER, UNARY, Method, Service, services as services_v0  # noqa: E402

CORE = "GRPCCore."
RESULT = "Result where Result: Sendable"
MESSAGE = " = { response in try response.message }"


def services(text):
    """The services of generated code of grpc-swift 0 or 1."""
    if "import SwiftGRPC" in text:
        return services_v0(text)
    names = dict.fromkeys(re.findall(r"protocol (\w+?)(?:Async)?(?:ClientProtocol|Provider): (?:GRPCClient|CallHandlerProvider)", text))
    return [service_v1(text, name) for name in names]


def service_v1(text, name):
    methods = {}
    for request, reply, style, function in calls_v1(text, name):
        methods.setdefault(function, (style, request, reply))
    paths = re.findall(r'"/?([\w.]+)/(\w+)"', text)
    # Of a service without methods nothing but its name is said.
    path = re.search(rf'"({re.escape(name.replace("_", "."))})"', text, re.I)
    service = Service(name, path[1] if path else name.replace("_", "."))
    for function, (style, request, reply) in methods.items():
        called = [(p, n) for p, n in paths if n[0].lower() + n[1:] == function and p.replace(".", "").lower().endswith(name.split("_")[-1].lower())]
        service.path = called[0][0] if called else service.path
        service.methods.append(Method(style, request, reply, called[0][1] if called else function[0].upper() + function[1:]))
    return service


def calls_v1(text, name):
    """Each method of a service of grpc-swift 1: `(request, reply, style, function)`, from clients and from providers."""
    body = block(text, rf"protocol {name}ClientProtocol:")
    for function, style, request, reply in re.findall(r"func (\w+)\([^)]*(?:\([^)]*\)[^)]*)?\) -> (\w+?)Call<\s*([\w.]+),\s*([\w.]+)\s*>", body):
        yield request, reply, style, function
    body = block(text, rf"protocol {name}AsyncClientProtocol:")
    for function, style, request, reply in re.findall(r"func make(\w+)Call\([^)]*\) -> GRPCAsync(\w+?)Call<\s*([\w.]+),\s*([\w.]+)\s*>", body):
        yield request, reply, style, function[0].lower() + function[1:]
    body = block(text, rf"protocol {name}Provider:")
    for function, request, context, result in re.findall(
        r"func (\w+)\((?:request: ([\w.]+), )?context: ([\w.<>]+)\) -> EventLoopFuture<(.*)>", body
    ):
        style = (UNARY if context.startswith("Status") else SERVER) if request else CLIENT if context.startswith("Unary") else BOTH
        streamed = re.search(r"StreamEvent<([\w.]+)>", result)
        reply = result if style == UNARY else re.search(r"<([\w.]+)>", context)[1]
        yield request or streamed[1], reply, style, function


def block(text, start):
    """The text from a line that matches to the next line that is a brace alone."""
    found = re.search(rf"{start}.*?^\}}", text, re.M | re.S)
    return found[0] if found else ""


def descriptors(s, v):
    yield f"{v} enum {s.name}: Sendable {{"
    yield f'  {v} static let descriptor = {CORE}ServiceDescriptor(fullyQualifiedService: "{s.path}")\n'
    yield f"  {v} enum Method: Sendable {{"
    for m in s.methods:
        yield f"    {v} enum {m.name}: Sendable {{"
        yield f"      {v} typealias Input = {m.request}\n      {v} typealias Output = {m.reply}"
        yield f"      {v} static let descriptor = {CORE}MethodDescriptor("
        yield f'        service: {s.name}.descriptor, method: "{m.name}")\n    }}'
    yield f"    {v} static let descriptors: [{CORE}MethodDescriptor] = ["
    yield "".join(f"\n      {m.name}.descriptor," for m in s.methods) + "\n    ]\n  }\n}\n"
    if "." in s.path:
        yield f"extension {CORE}ServiceDescriptor {{\n  {v} static let {s.path.replace('.', '_')} = {s.name}.descriptor\n}}\n"


def streaming(m):
    return f"request: {CORE}StreamingServerRequest<{m.request}>", f"{CORE}StreamingServerResponse<{m.reply}>"


def whole(m):
    request, reply = "" if m.one_request() else "Streaming", "" if m.one_reply() else "Streaming"
    return f"request: {CORE}{request}ServerRequest<{m.request}>", f"{CORE}{reply}ServerResponse<{m.reply}>"


def handler(m, request, reply):
    result = f" -> {reply}" if reply else ""
    return f"func {m.function}(\n    {request},\n    context: {CORE}ServerContext\n  ) async throws{result}"


def simple(m):
    request = f"request: {m.request}" if m.one_request() else f"request: {CORE}RPCAsyncSequence<{m.request}, any Swift.Error>"
    if not m.one_reply():
        request += f",\n    response: {CORE}RPCWriter<{m.reply}>"
    return handler(m, request, m.reply if m.one_reply() else "")


def server(s, v):
    yield f"extension {s.name} {{\n  {v} protocol StreamingServiceProtocol: {CORE}RegistrableRPCService {{"
    yield "\n".join("    " + handler(m, *streaming(m)) for m in s.methods) + "\n  }\n"
    yield f"  {v} protocol ServiceProtocol: {s.name}.StreamingServiceProtocol {{"
    yield "\n".join("    " + handler(m, *whole(m)) for m in s.methods) + "\n  }\n"
    yield f"  {v} protocol SimpleServiceProtocol: {s.name}.ServiceProtocol {{"
    yield "\n".join("    " + simple(m) for m in s.methods) + "\n  }\n}\n"
    yield f"extension {s.name}.StreamingServiceProtocol {{\n  {v} func registerMethods<Transport>("
    yield f"    with router: inout {CORE}RPCRouter<Transport>\n  ) where Transport: {CORE}ServerTransport {{\n    fatalError()\n  }}\n}}\n"
    yield from bodies(f"{s.name}.ServiceProtocol", v, [handler(m, *streaming(m)) for m in s.methods if m.style != BOTH])
    yield from bodies(f"{s.name}.SimpleServiceProtocol", v, [handler(m, *whole(m)) for m in s.methods])


def bodies(name, v, functions):
    yield f"extension {name} {{"
    for function in functions:
        yield f"  {v} {function} {{\n    fatalError()\n  }}"
    yield "}\n"


def client_call(m, parameters, defaults):
    kind = "" if m.one_reply() else "Streaming"
    options, closure = (" = .defaults", MESSAGE if m.one_reply() else "") if defaults else ("", "")
    parameters = [
        *parameters[:-1],
        *([f"options: {CORE}CallOptions{options}"]),
        *([parameters[-1]] if parameters[-1] else []),
        f"onResponse handleResponse: @Sendable @escaping ({CORE}{kind}ClientResponse<{m.reply}>) async throws -> Result{closure}",
    ]
    return f"func {m.function}<Result>(\n    " + ",\n    ".join(parameters) + f"\n  ) async throws -> {RESULT}"


def request_of(m):
    return f"request: {CORE}{'' if m.one_request() else 'Streaming'}ClientRequest<{m.request}>"


def serialized(m):
    return [
        request_of(m),
        f"serializer: some {CORE}MessageSerializer<{m.request}>",
        f"deserializer: some {CORE}MessageDeserializer<{m.reply}>",
        "",
    ]


def direct(m):
    metadata = f"metadata: {CORE}Metadata = [:]"
    if m.one_request():
        return [f"_ message: {m.request}", metadata, ""]
    return [metadata, f"requestProducer producer: @Sendable @escaping ({CORE}RPCWriter<{m.request}>) async throws -> Void"]


def client(s, v):
    yield f"extension {s.name} {{\n  {v} protocol ClientProtocol: Sendable {{"
    yield "\n".join("    " + client_call(m, serialized(m), None) for m in s.methods) + "\n  }\n"
    yield f"  {v} struct Client<Transport>: ClientProtocol where Transport: {CORE}ClientTransport {{"
    yield f"    private let client: {CORE}GRPCClient<Transport>\n"
    yield f"    {v} init(wrapping client: {CORE}GRPCClient<Transport>) {{\n      self.client = client\n    }}\n"
    for m in s.methods:
        yield f"    {v} {client_call(m, serialized(m), 'defaults')} {{\n      fatalError()\n    }}"
    yield "  }\n}\n"
    yield from bodies(f"{s.name}.ClientProtocol", v, [client_call(m, [request_of(m), ""], "defaults") for m in s.methods])
    yield from bodies(f"{s.name}.ClientProtocol", v, [client_call(m, direct(m), "defaults") for m in s.methods])


def generated(text):
    v = "public" if re.search(r"^public (?:protocol|final class|enum)", text, re.M) else "internal"
    source = re.search(r"^// Source: .*$", text, re.M)
    lines = [
        "// DO NOT EDIT.\n// swift-format-ignore-file\n// swiftlint:disable all\n//",
        "// Generated by the gRPC Swift generator plugin for the protocol buffer compiler.",
        (source[0] if source else "// Source: unknown.proto") + "\n",
        "import GRPCCore\nimport GRPCProtobuf\nimport SwiftProtobuf",
        *[f"import {name}" for name in re.findall(r"^import (\w+)$", text, re.M) if name not in NOT_OURS],
        "",
    ]
    for s in services(text):
        lines += descriptors(s, v)
        if re.search(rf"protocol {s.name}(?:Async)?Provider|protocol {s.name}Provider", text):
            lines += server(s, v)
        if re.search(rf"(?:protocol {s.name}(?:Async)?ClientProtocol|final class {s.name}ServiceClient)\b", text):
            lines += client(s, v)
    return "\n".join(lines) + "\n"


NOT_OURS = {"Dispatch", "Foundation", "SwiftGRPC", "SwiftProtobuf", "GRPC", "NIO", "NIOCore", "NIOConcurrencyHelpers"}


def declarations(text):
    """The declarations of services in `text`, sorted, without bodies, comments and layout."""
    text = re.sub(r"^\s*//.*\n", "", text, flags=re.M)
    text = text[re.search(r"^(?:internal|public) enum ", text, re.M).start() :]
    text = re.sub(r"\{\s*fatalError\(\)\s*\}|\{\s*self\.client = client\s*\}", "…", text)
    text = re.sub(r"(?<=descriptors: \[GRPCCore.MethodDescriptor\] = \[)[^\]]*", lambda l: " ".join(sorted(l[0].split())), text)
    text = re.sub(r"\s+", " ", text)
    return sorted(part.strip(" }") for part in re.split(r"(?= (?:\w+ )*(?:func|enum|struct|protocol|extension|let|init)\b)", text))


def main(arguments):
    if arguments[0] == "--compare":
        left, right = (declarations(open(path).read()) for path in arguments[1:])
        for line in sorted(set(left) ^ set(right)):
            print(("- " if line in left else "+ ") + line)
        return 0 if left == right else 1
    print(generated(open(arguments[0]).read()), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
