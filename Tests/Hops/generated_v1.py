#!/usr/bin/env python3
"""Writes what the generator of grpc-swift 1 makes of the services in generated code of grpc-swift 0.

  generated_v1.py FILE            prints the new file for FILE, a `*.grpc.swift` of grpc-swift 0
  generated_v1.py --compare A B   fails if the services in A and B have different declarations

Who moves a project has its code generated again, which no test can do without the generator. Declarations are all that
the compiler looks at, so bodies are `fatalError()`. The test of this script: from the sample of era 0 it must get
the declarations of the sample of era 1 (both are under Rules/grpc-swift).
"""
import re
import sys

UNARY, SERVER, CLIENT, BOTH = "Unary", "ServerStreaming", "ClientStreaming", "BidirectionalStreaming"
ASYNC = "@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)\n"
SEQUENCES = ["Sequence", "AsyncSequence & Sendable"]


class Method:
    def __init__(self, style, request, reply, name):
        self.style, self.request, self.reply, self.name = style, request, reply, name
        self.types = f"<{request}, {reply}>"
        # The plugin writes the first word in lower case: `URLFor` is `urlfor` nowhere, as names begin with one capital.
        self.function = name[0].lower() + name[1:]

    def one_request(self):
        return self.style in (UNARY, SERVER)

    def one_reply(self):
        return self.style in (UNARY, CLIENT)


class Service:
    def __init__(self, name, path):
        self.name, self.path, self.methods = name, path, []


def services(text):
    """The services of generated code of grpc-swift 0, in its order."""
    found = {}
    pattern = re.compile(
        r"final class (\w+)CallBase: ClientCall(\w+)Base<([\w.]+), ([\w.]+)>, \w+ \{\n"
        r'\s*override class var method: String \{ return "/([\w.]+)/(\w+)" \}'
    )
    for base, style, request, reply, path, name in pattern.findall(text):
        service = found.setdefault(path, Service(base[: -len(name)], path))
        service.methods.append(Method(style, request, reply, name))
    return list(found.values()) or served(text)


def served(text):
    """The services of generated code of grpc-swift 0 without clients."""
    found = {}
    sessions = {
        session: kinds
        for session, *kinds in re.findall(r"final class (\w+)SessionBase: ServerSession(\w+)Base<([\w.]+), ([\w.]+)>", text)
    }
    for path, name, session in re.findall(r'case "/([\w.]+)/(\w+)":\s*return try (\w+)SessionBase\(', text):
        service = found.setdefault(path, Service(session[: -len(name)], path))
        service.methods.append(Method(*sessions[session], name))
    return list(found.values())


def listed(parameters, indent="    "):
    return "(\n" + ",\n".join(indent + parameter for parameter in parameters) + "\n  )"


def client_protocol(s, v):
    yield f"{v} protocol {s.name}ClientProtocol: GRPCClient {{"
    yield "  var serviceName: String { get }"
    yield f"  var interceptors: {s.name}ClientInterceptorFactoryProtocol? {{ get }}"
    for m in s.methods:
        yield "\n  func " + client_call(m, "")
    yield "}\n"
    yield f"extension {s.name}ClientProtocol {{"
    yield f'  {v} var serviceName: String {{\n    return "{s.path}"\n  }}'
    for m in s.methods:
        yield f"\n  {v} func {client_call(m, ' = nil')} {{\n    fatalError()\n  }}"
    yield "}\n"


def client_call(m, default):
    parameters = [f"_ request: {m.request}"] if m.one_request() else []
    parameters.append(f"callOptions: CallOptions?{default}")
    if not m.one_reply():
        parameters.append(f"handler: @escaping ({m.reply}) -> Void")
    return f"{m.function}{listed(parameters)} -> {m.style}Call{m.types}"


def client_init(s, v, channel="channel: GRPCChannel", options="defaultCallOptions"):
    parameters = [
        channel,
        f"{options}: CallOptions = CallOptions()",
        f"interceptors: {s.name}ClientInterceptorFactoryProtocol? = nil",
    ]
    return f"\n  {v} init{listed(parameters)} {{\n    fatalError()\n  }}\n}}\n"


def clients(s, v):
    factory = f"{s.name}ClientInterceptorFactoryProtocol?"
    yield f"@available(*, deprecated)\nextension {s.name}Client: @unchecked Sendable {{}}\n"
    yield f'@available(*, deprecated, renamed: "{s.name}NIOClient")'
    yield f"{v} final class {s.name}Client: {s.name}ClientProtocol {{"
    yield "  private let lock = Lock()"
    yield "  private var _defaultCallOptions: CallOptions"
    yield f"  private var _interceptors: {factory}"
    yield f"  {v} let channel: GRPCChannel"
    for name, kind in [("defaultCallOptions", "CallOptions"), ("interceptors", factory)]:
        yield f"  {v} var {name}: {kind} {{\n    get {{ fatalError() }}\n    set {{ fatalError() }}\n  }}"
    yield client_init(s, v)
    yield f"{v} struct {s.name}NIOClient: {s.name}ClientProtocol {{"
    yield from stored(s, v)
    yield client_init(s, v)


def stored(s, v, channel=True):
    if channel:
        yield f"  {v} var channel: GRPCChannel"
    yield f"  {v} var defaultCallOptions: CallOptions"
    yield f"  {v} var interceptors: {s.name}ClientInterceptorFactoryProtocol?"


def async_client(s, v):
    yield f"{ASYNC}{v} protocol {s.name}AsyncClientProtocol: GRPCClient {{"
    yield "  static var serviceDescriptor: GRPCServiceDescriptor { get }"
    yield f"  var interceptors: {s.name}ClientInterceptorFactoryProtocol? {{ get }}"
    for m in s.methods:
        yield "\n  func " + async_make(m, "")
    yield "}\n"
    yield f"{ASYNC}extension {s.name}AsyncClientProtocol {{"
    yield f"  {v} static var serviceDescriptor: GRPCServiceDescriptor {{\n    fatalError()\n  }}\n"
    yield f"  {v} var interceptors: {s.name}ClientInterceptorFactoryProtocol? {{\n    return nil\n  }}"
    for m in s.methods:
        yield f"\n  {v} func {async_make(m, ' = nil')} {{\n    fatalError()\n  }}"
    yield "}\n"
    yield f"{ASYNC}extension {s.name}AsyncClientProtocol {{"
    yield "\n\n".join(f"  {v} func {call} {{\n    fatalError()\n  }}" for m in s.methods for call in async_calls(m))
    yield "}\n"
    yield f"{ASYNC}{v} struct {s.name}AsyncClient: {s.name}AsyncClientProtocol {{"
    yield from stored(s, v)
    yield client_init(s, v)


def async_make(m, default):
    parameters = [f"_ request: {m.request}"] if m.one_request() else []
    parameters.append(f"callOptions: CallOptions?{default}")
    return f"make{m.name}Call{listed(parameters)} -> GRPCAsync{m.style}Call{m.types}"


def async_calls(m):
    result = f"async throws -> {m.reply}" if m.one_reply() else f"-> GRPCAsyncResponseStream<{m.reply}>"
    options = "callOptions: CallOptions? = nil"
    if m.one_request():
        yield f"{m.function}{listed([f'_ request: {m.request}', options])} {result}"
        return
    for sequence in SEQUENCES:
        where = f"where RequestStream: {sequence}, RequestStream.Element == {m.request}"
        yield f"{m.function}<RequestStream>{listed(['_ requests: RequestStream', options])} {result} {where}"


def interceptors(s, v, side):
    yield f"{v} protocol {s.name}{side}InterceptorFactoryProtocol: Sendable {{"
    for m in s.methods:
        yield f"\n  func make{m.name}Interceptors() -> [{side}Interceptor{m.types}]"
    yield "}\n"


def metadata(s, v, side):
    kinds = {UNARY: "unary", SERVER: "serverStreaming", CLIENT: "clientStreaming", BOTH: "bidirectionalStreaming"}
    yield f"{v} enum {s.name}{side}Metadata {{"
    yield f"  {v} static let serviceDescriptor = GRPCServiceDescriptor("
    yield f'    name: "{s.path.split(".")[-1]}",\n    fullName: "{s.path}",\n    methods: ['
    for m in s.methods:
        yield f"      {s.name}{side}Metadata.Methods.{m.function},"
    yield f"    ]\n  )\n\n  {v} enum Methods {{"
    yield "\n\n".join(
        f"    {v} static let {m.function} = GRPCMethodDescriptor(\n"
        f'      name: "{m.name}",\n      path: "/{s.path}/{m.name}",\n      type: GRPCCallType.{kinds[m.style]}\n    )'
        for m in s.methods
    )
    yield "  }\n}\n"


def test_client(s, v):
    yield f"@available(swift, deprecated: 5.6)\nextension {s.name}TestClient: @unchecked Sendable {{}}\n"
    yield (
        "@available(swift, deprecated: 5.6, message: \"Test clients are not Sendable but the 'GRPCClient' API requires "
        'clients to be Sendable. Using a localhost client and server is the recommended alternative.")'
    )
    yield f"{v} final class {s.name}TestClient: {s.name}ClientProtocol {{"
    yield "  private let fakeChannel: FakeChannel"
    yield from stored(s, v, channel=False)
    yield f"\n  {v} var channel: GRPCChannel {{\n    return self.fakeChannel\n  }}"
    opened = client_init(s, v, "fakeChannel: FakeChannel = FakeChannel()", "defaultCallOptions callOptions")
    yield opened[: -len("}\n")]
    for m in s.methods:
        handler = f"_ requestHandler: @escaping (FakeRequestPart<{m.request}>) -> () = {{ _ in }}"
        one = m.one_reply()
        fake = f"Fake{'Unary' if one else 'Streaming'}Response{m.types}"
        plural = "" if one else "s"
        reply = f"_ response: {m.reply}" if one else f"_ responses: [{m.reply}]"
        yield f"  {v} func make{m.name}ResponseStream{listed([handler])} -> {fake} {{\n    fatalError()\n  }}\n"
        yield f"  {v} func enqueue{m.name}Response{plural}{listed([reply, handler])} {{\n    fatalError()\n  }}\n"
        yield f"  {v} var has{m.name}ResponsesRemaining: Bool {{\n    fatalError()\n  }}\n"
    yield "}\n"


def provider(s, v):
    yield f"{v} protocol {s.name}Provider: CallHandlerProvider {{"
    yield f"  var interceptors: {s.name}ServerInterceptorFactoryProtocol? {{ get }}"
    for m in s.methods:
        context = {UNARY: "StatusOnlyCallContext", CLIENT: f"UnaryResponseCallContext<{m.reply}>"}.get(
            m.style, f"StreamingResponseCallContext<{m.reply}>"
        )
        request = f"request: {m.request}, " if m.one_request() else ""
        result = {UNARY: m.reply, SERVER: "GRPCStatus"}.get(m.style, f"(StreamEvent<{m.request}>) -> Void")
        yield f"\n  func {m.function}({request}context: {context}) -> EventLoopFuture<{result}>"
    yield "}\n"
    yield f"extension {s.name}Provider {{\n  {v} var serviceName: Substring {{\n    fatalError()\n  }}\n"
    yield handle(v)
    yield f"{ASYNC}{v} protocol {s.name}AsyncProvider: CallHandlerProvider, Sendable {{"
    yield "  static var serviceDescriptor: GRPCServiceDescriptor { get }"
    yield f"  var interceptors: {s.name}ServerInterceptorFactoryProtocol? {{ get }}"
    for m in s.methods:
        parameters = [f"request: {m.request}" if m.one_request() else f"requestStream: GRPCAsyncRequestStream<{m.request}>"]
        if not m.one_reply():
            parameters.append(f"responseStream: GRPCAsyncResponseStreamWriter<{m.reply}>")
        parameters.append("context: GRPCAsyncServerCallContext")
        result = f" -> {m.reply}" if m.one_reply() else ""
        yield f"\n  func {m.function}{listed(parameters)} async throws{result}"
    yield "}\n"
    yield f"{ASYNC}extension {s.name}AsyncProvider {{"
    yield f"  {v} static var serviceDescriptor: GRPCServiceDescriptor {{\n    fatalError()\n  }}\n"
    yield f"  {v} var serviceName: Substring {{\n    fatalError()\n  }}\n"
    yield f"  {v} var interceptors: {s.name}ServerInterceptorFactoryProtocol? {{\n    return nil\n  }}\n"
    yield handle(v)


def handle(v):
    parameters = listed(["method name: Substring", "context: CallHandlerContext"])
    return f"  {v} func handle{parameters} -> GRPCServerHandlerProtocol? {{\n    fatalError()\n  }}\n}}\n"


def generated(text):
    v = "public" if "\npublic protocol" in text else "internal"
    lines = [
        "//\n// DO NOT EDIT.\n// swift-format-ignore-file\n//",
        "// Generated by the protocol buffer compiler.",
        re.search(r"^// Source: .*$", text, re.M).group(0) + "\n//",
        "import GRPC\nimport NIO\nimport NIOConcurrencyHelpers\nimport SwiftProtobuf\n",
    ]
    for s in services(text):
        lines.append(f"// MARK: - {s.path}\n")
        if f"final class {s.name}ServiceClient" in text:
            lines += client_protocol(s, v)
            lines += clients(s, v)
            lines += async_client(s, v)
            lines += interceptors(s, v, "Client")
            lines += metadata(s, v, "Client")
        if "ServiceTestStub" in text:
            lines += test_client(s, v)
        if f"protocol {s.name}Provider" in text:
            lines += provider(s, v)
            lines += interceptors(s, v, "Server")
            lines += metadata(s, v, "Server")
    return "\n".join(lines)


def declarations(text):
    """The declarations in `text`, sorted, without comments and the bodies of functions and properties.

    Sorted because the two generators of the samples were given the methods in another order."""
    text = re.sub(r"(?<=methods: \[)[^\]]*", lambda list: "".join(sorted(list.group(0).splitlines(True))), text)
    text = re.sub(r"^\s*//.*\n", "", text, flags=re.M)
    body = re.compile(r"\{(?! (?:get|_ in))[^{}]*\}")
    # The innermost bodies go first, until only those of types are left, which are marked to be spared.
    text = re.sub(r"^((?:@.*\n)*(?:\w+ )*(?:protocol|class|struct|enum|extension) .*)\{\n", r"\1«\n", text, flags=re.M)
    text = re.sub(r"^(  \w+ enum Methods )\{\n", r"\1«\n", text, flags=re.M)
    for _ in range(8):
        text = body.sub("…", text)
    text = re.sub(r"\s+", " ", text)
    return sorted(part.strip() for part in re.split(r"(?<=[…»]) |(?= (?:\w+ )*(?:func|var|let|init)\b)", text))


def main(arguments):
    if arguments[0] == "--compare":
        left, right = (declarations(open(path).read().split("\n// MARK: - ", 1)[-1]) for path in arguments[1:])
        for line in sorted(set(left) ^ set(right)):
            print(("- " if line in left else "+ ") + line)
        return 0 if left == right else 1
    print(generated(open(arguments[0]).read()), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
