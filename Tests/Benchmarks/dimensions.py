"""Doubles one dimension of a project at a time, and prints with which power of it the processor time of a run grows.

Each project is a fixture, `Fixtures/hello-v0` in most of them, and, beside it, *n* of something: files,
declarations, extensions of one type, calls. What the fixture alone takes is subtracted, so that a start counts for
nothing. The exponent is that from the smallest
project to the largest, four times as large: 1 is a line, 2 a square.
"""

import argparse
import math
import os
import re
import shutil
import sys
import tempfile

from scale import measure, plain_file, sample_files, write

# The bar for every dimension.
EXPONENT = 1.1

# How often a dimension is doubled.
DOUBLINGS = 2

# The least processor time of the largest project from which an exponent can be told: a start takes more or less by some
# hundredths of a second.
LEAST_SECONDS = 0.5

CLIENT = "Sources/HelloClient"
HEAD = "import Foundation\nimport HelloAPI\nimport SwiftGRPC\n\n"


def old_type(number):
    """A type that asks a service in the old way, and has five old names."""
    return f"""
/// What screen {number} asks for.
public final class Asking{number} {{
  private let client: Hello_V1_GreeterServiceClient
  private(set) var lastCode{number}: StatusCode = .ok

  init(client: Hello_V1_GreeterServiceClient) {{ self.client = client }}

  func answer{number}(to name: String) throws -> String {{
    var request = Hello_V1_HelloRequest()
    request.name = name
    do {{
      return try client.sayHello(request).message
    }} catch let error as RPCError {{
      lastCode{number} = error.callResult?.statusCode ?? .unknown
      throw error
    }}
  }}
}}
"""


def files(root, n):
    for i in range(n):
        write(root, f"{CLIENT}/Item{i}.swift", plain_file(0, i))


def old_files(root, n):
    for i in range(n):
        write(root, f"{CLIENT}/Asking{i}.swift", HEAD + old_type(i))


def modules(root, n):
    for i in range(n):
        write(root, f"Sources/Module{i}/Asking.swift", HEAD + old_type(0))


def folders(root, n):
    for i in range(n):
        write(root, f"{CLIENT}/{'/'.join(f'Folder{i}' for i in range(i % 8))}/Item{i}.swift", plain_file(0, i))


def declarations(root, n):
    text = "".join(
        f"struct Entry{i}: Equatable {{\n  var title{i} = \"\"\n  var size: Int\n"
        f"  func renamed(_ title: String) -> Entry{i} {{ Entry{i}(title{i}: title, size: size) }}\n}}\n"
        for i in range(n))
    write(root, f"{CLIENT}/Entries.swift", HEAD + text)


def members(root, n):
    text = "".join(
        f"  var part{i}: Int {{ base + {i} }}\n  func sum{i}(_ other: Int) -> Int {{ part{i} + other }}\n"
        for i in range(n))
    write(root, f"{CLIENT}/Large.swift", f"{HEAD}struct Large {{\n  var base = 0\n{text}}}\n")


def extensions(root, n):
    for part in range(10):
        text = "".join(
            f"extension Hello_V1_HelloRequest {{\n  var words{i}: Int {{ name.count + {i} }}\n}}\n"
            for i in range(part, n, 10))
        write(root, f"{CLIENT}/Request+{part}.swift", HEAD + text)


def conformers(root, n):
    text = "".join(
        f"struct Shown{i}: Showing {{\n  var title: String {{ \"{i}\" }}\n"
        f"  var twice{i}: String {{ heading + heading }}\n}}\n" for i in range(n))
    head = (
        "protocol Showing { var title: String { get } }\n"
        "extension Showing { var heading: String { title.uppercased() } }\n")
    write(root, f"{CLIENT}/Showing.swift", HEAD + head + text)


def conformances(root, n):
    text = "".join(
        f"protocol Can{i} {{ func can{i}() -> Int }}\n"
        f"extension Able: Can{i} {{ func can{i}() -> Int {{ base + {i} }} }}\n"
        for i in range(n))
    write(root, f"{CLIENT}/Able.swift", HEAD + "struct Able { var base = 0 }\n" + text)


def overloads(root, n):
    text = "".join(
        f"struct Kind{i} {{}}\nfunc describe(_ kind: Kind{i}) -> String {{ \"{i}\" }}\n" for i in range(n))
    calls = "".join(f"let described{i} = describe(Kind{i}())\n" for i in range(20))
    write(root, f"{CLIENT}/Kinds.swift", HEAD + text + calls)


def imports(root, n):
    head = "".join(f"import Part{i}\n" for i in range(n))
    for i in range(n):
        write(root, f"Sources/Part{i}/Part.swift", f"public struct Part{i} {{ public init() {{}} }}\n")
    write(root, f"{CLIENT}/Parts.swift", head + HEAD + old_type(0))


def importers(root, n):
    for i in range(n):
        head = f"import Part{i - 1}\n" if i else ""
        text = f"public struct Part{i} {{ public init() {{}} }}\n"
        write(root, f"Sources/Part{i}/Part.swift", head + HEAD + text + old_type(i))


def generated_message(i):
    name = f"Hello_V1_Record{i}"
    return f"""
public struct {name} {{
  public var id: String = String()
  public var count: Int32 = 0
  public var unknownFields = SwiftProtobuf.UnknownStorage()
  public init() {{}}
}}

extension {name}: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding {{
  public static let protoMessageName: String = _protobuf_package + ".Record{i}"
  public static let _protobuf_nameMap: SwiftProtobuf._NameMap = [
    1: .same(proto: "id"),
    2: .same(proto: "count"),
  ]

  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {{
    while let fieldNumber = try decoder.nextFieldNumber() {{
      switch fieldNumber {{
      case 1: try decoder.decodeSingularStringField(value: &self.id)
      case 2: try decoder.decodeSingularInt32Field(value: &self.count)
      default: break
      }}
    }}
  }}

  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {{
    if !self.id.isEmpty {{ try visitor.visitSingularStringField(value: self.id, fieldNumber: 1) }}
    if self.count != 0 {{ try visitor.visitSingularInt32Field(value: self.count, fieldNumber: 2) }}
    try unknownFields.traverse(visitor: &visitor)
  }}
}}
"""


GENERATED = """// DO NOT EDIT.
//
// Generated by the Swift generator plugin for the protocol buffer compiler.
// Source: records.proto

import Foundation
import SwiftProtobuf

fileprivate let _protobuf_package = "hello.v1"
"""


def generated_messages(root, n):
    text = "".join(generated_message(i) for i in range(n))
    write(root, "Sources/HelloAPI/records.pb.swift", GENERATED + text)


def generated_files(root, n):
    for i in range(n):
        write(root, f"Sources/HelloAPI/record{i}.pb.swift", GENERATED + generated_message(i))


def services(root, n, fixture):
    sources = dict(sample_files(fixture))
    client, messages = (sources[f"HelloAPI/hello_{part}.swift"] for part in ("service.grpc", "types.pb"))
    for i in range(n):
        write(root, f"Sources/HelloAPI/s{i}.grpc.swift", client.replace("Hello_V1_", f"Hello{i}_V1_"))
        write(root, f"Sources/HelloAPI/s{i}.pb.swift", messages.replace("Hello_V1_", f"Hello{i}_V1_"))


def findings(root, n):
    write(root, f"{CLIENT}/Asking.swift", HEAD + "".join(old_type(i) for i in range(n)))


def statements(root, n):
    lines = "".join(
        f"    let reply{i} = try client.sayHello(request)\n    lines.append(reply{i}.message)\n"
        for i in range(n))
    write(
        root, f"{CLIENT}/Long.swift",
        f"{HEAD}struct Long {{\n  let client: Hello_V1_GreeterServiceClient\n"
        "  func all() throws -> [String] {\n    var request = Hello_V1_HelloRequest()\n"
        f"    request.name = \"all\"\n    var lines: [String] = []\n{lines}    return lines\n  }}\n}}\n")


def callers(root, n):
    """Functions that all call one in which an old call stands."""
    text = "".join(
        f"func caller{i}(_ asking: Asking0) -> String? {{ try? asking.answer0(to: \"{i}\") }}\n"
        for i in range(n))
    write(root, f"{CLIENT}/Callers.swift", HEAD + old_type(0) + text)


def call_chain(root, n):
    """Functions each of which calls the next, and the last of which makes an old call."""
    text = "".join(
        f"func step{i}(_ asking: Asking0) throws -> String {{ try step{i + 1}(asking) }}\n"
        for i in range(n))
    last = f"func step{n}(_ asking: Asking0) throws -> String {{ try asking.answer0(to: \"\") }}\n"
    write(root, f"{CLIENT}/Steps.swift", HEAD + old_type(0) + text + last)


def superclasses(root, n):
    text = "".join(f"class Level{i}: Level{i - 1} {{ var own{i} = {i} }}\n" for i in range(1, n))
    write(root, f"{CLIENT}/Levels.swift", f"{HEAD}class Level0 {{ var own0 = 0 }}\n{text}")


def elements(root, n):
    items = ", ".join(f"\"word {i}\"" for i in range(n))
    write(root, f"{CLIENT}/Words.swift", f"{HEAD}let words: [String] = [{items}]\n")


def links(root, n):
    chain = "\n".join("  .filter { $0 > 1 }" for _ in range(n))
    write(root, f"{CLIENT}/Chain.swift", f"{HEAD}let chain = [1, 2, 3]\n{chain}\n")


def operators(root, n):
    terms = "\n  + ".join("base" for _ in range(n))
    write(root, f"{CLIENT}/Sum.swift", f"{HEAD}let base = 1\nlet total = {terms}\n")


def cases(root, n):
    names = "".join(f"  case kind{i}\n" for i in range(n))
    arms = "".join(f"  case .kind{i}: return {i}\n" for i in range(n))
    write(
        root, f"{CLIENT}/Kind.swift",
        f"{HEAD}enum Kind {{\n{names}}}\nfunc number(_ kind: Kind) -> Int {{\n  switch kind {{\n{arms}  }}\n}}\n")


def pages(root, n):
    symbols = "".join(f"  public var old{i}: Swift.Int {{ get }}\n" for i in range(n))
    news = "".join(f"  public var new{i}: Swift.Int {{ get }}\n" for i in range(n))
    head = "// swift-interface-format-version: 1.0\n// swift-module-flags: -module-name AcmeNet\n"
    write(root, ".moult.yml", "rule_folders: [MoultRules]\n")
    write(root, "MoultRules/acme/2/AcmeNet.swiftinterface", f"{head}public class Client {{\n{symbols}}}\n")
    write(root, "MoultRules/acme/3/AcmeNet.swiftinterface", f"{head}public class Client {{\n{news}}}\n")
    for i in range(n):
        write(root, f"MoultRules/acme/2-3/old{i}.md", f"""---
id: acme.old{i}
severity: error
find: {{ member: AcmeNet.Client.old{i} }}
put: {{ text: $base.new{i} }}
safety: safe
message: "'old{i}' became 'new{i}' in AcmeNet 3.0"
fix: Use the new name
---
# `old{i}` became `new{i}`

It has another name since.

## A use

```swift before
import AcmeNet
func f(_ client: Client) -> Int {{ client.old{i} }}
//                                       {'^' * len(f'old{i}')} acme.old{i} safe
```
```swift after
import AcmeNet
func f(_ client: Client) -> Int {{ client.new{i} }}
```

## The project's own type is left alone

```swift before
struct Client {{ var old{i} = 0 }}
func f(_ client: Client) -> Int {{ client.old{i} }}
```
""")


def protos(root, n):
    for i in range(n):
        before = f"import \"p{i - 1}.proto\";\n" if i else ""
        write(root, f"Protos/p{i}.proto", f"syntax = \"proto3\";\npackage hello.v1;\n{before}message P{i} {{ string id = 1; }}\n")


def proto_messages(root, n):
    text = "".join(f"message M{i} {{\n  string id = 1;\n  M{max(0, i - 1)} last = 2;\n}}\n" for i in range(n))
    write(root, "Protos/many.proto", f"syntax = \"proto3\";\npackage hello.v1;\n{text}")


def packages(root, n):
    for i in range(n):
        write(root, f"Packages/P{i}/Package.swift", f"""// swift-tools-version:5.0
import PackageDescription
let package = Package(
  name: "P{i}",
  dependencies: [.package(url: "https://github.com/grpc/grpc-swift.git", from: "0.11.0")],
  targets: [.target(name: "P{i}", dependencies: ["SwiftGRPC"])])
""")
        write(
            root, f"Packages/P{i}/Sources/P{i}/Codes.swift",
            "import SwiftGRPC\nlet codes: [StatusCode] = [.ok, .unknown]\n" + plain_file(i, 0))


def objective_c(root, n):
    for i in range(n):
        write(root, f"Legacy/HLOView{i}.m", f"""#import <GRPCClient/GRPCCall.h>
#import <GRPCClient/GRPCCall+Tests.h>

@implementation HLOView{i}
- (void)show {{
  [GRPCCall useInsecureConnectionsForHost:@"localhost:{i}"];
}}
@end
""")


def comments(root, n):
    text = "".join(f"/// What stands here is number {i}, and says nothing of RPCError.\n" for i in range(n))
    write(root, f"{CLIENT}/Talk.swift", f"{HEAD}{text}let talk = 0\n")


def scripts(root, n):
    for i in range(n):
        write(root, f"scripts/make{i}.sh", f"protoc --swift_out=. --swiftgrpc_out=Client=true,Server=false:. Protos/p{i}.proto\n")


def findings_of_line(root, n):
    codes = ", ".join("StatusCode.unknown" for _ in range(n))
    write(root, f"{CLIENT}/Codes.swift", f"{HEAD}let codes = [{codes}]\n")


def suppressions(root, n):
    text = "".join(
        f"// moult:ignore grpc-swift.status-code-type\nlet code{i}: StatusCode? = nil\n" for i in range(n))
    write(root, f"{CLIENT}/Codes.swift", HEAD + text)


def conditions(root, n):
    text = "".join(f"#if os(Linux)\nlet side{i} = 1\n#else\nlet side{i} = 2\n#endif\n" for i in range(n))
    write(root, f"{CLIENT}/Sides.swift", HEAD + text)


def aliases(root, n):
    text = "".join(f"typealias Name{i} = {f'Name{i - 1}' if i else 'Hello_V1_HelloReply'}\n" for i in range(n))
    write(root, f"{CLIENT}/Names.swift", f"{HEAD}{text}func show(_ reply: Name{n - 1}) {{ print(reply.message) }}\n")


def constrained(root, n):
    text = "".join(
        f"struct Box{i}<Value: Equatable> {{ var value: Value }}\n"
        f"extension Box{i} where Value == Int {{ var sum: Int {{ value + {i} }} }}\n" for i in range(n))
    write(root, f"{CLIENT}/Boxes.swift", HEAD + text)


def targets(root, n):
    names = "".join(
        f"    .target(name: \"Part{i}\", dependencies: [\"SwiftGRPC\"{f', {chr(34)}Part{i - 1}{chr(34)}' if i else ''}]),\n"
        for i in range(n))
    for i in range(n):
        write(root, f"Parts/Sources/Part{i}/Part.swift", f"import SwiftGRPC\npublic let code{i}: StatusCode = .ok\n")
    write(root, "Parts/Package.swift", f"""// swift-tools-version:5.0
import PackageDescription
let package = Package(
  name: "Parts",
  dependencies: [.package(url: "https://github.com/grpc/grpc-swift.git", from: "0.11.0")],
  targets: [
{names}  ])
""")


def commands(root, n):
    write(root, "scripts/all.sh", "".join(
        f"protoc --swift_out=. --swiftgrpc_out=Client=true,Server=false:. Protos/p{i}.proto\n" for i in range(n)))


def messages_of_file(root, n):
    methods = "".join(
        f"- (void)show{i} {{\n  [GRPCCall useInsecureConnectionsForHost:@\"localhost:{i}\"];\n}}\n" for i in range(n))
    write(root, "Legacy/HLOAll.m", f"""#import <GRPCClient/GRPCCall.h>
#import <GRPCClient/GRPCCall+Tests.h>

@implementation HLOAll
{methods}@end
""")


def proto_findings(root, n):
    names = "".join(f"message description{i} {{ string id = 1; }}\n" for i in range(n))
    write(root, "Protos/odd.proto", f"syntax = \"proto3\";\npackage odd.v1;\noption objc_class_prefix = \"NS\";\n{names}")


KIT = "Sources/ParcelKit"
HEAD1 = "import GRPC\nimport NIOCore\nimport ParcelAPI\n\n"


def clients1(root, n, fixture):
    """Services of grpc-swift 1 whose methods have the same names, each with a client that is told how to call, and what asks it."""
    sources = sample_files(fixture)
    for i in range(n):
        told = f"(channel: connection, defaultCallOptions: CallOptions(timeLimit: .timeout(.seconds({i}))))"
        for path, text in sources:
            text = text.replace("(channel: connection)", told)
            text = re.sub(r"(Parcel|Depot|explanation)(?!API)", rf"\g<1>{i}", text)
            write(root, f"Sources/{path[:-len('.swift')].replace('.', f'{i}.', 1)}{i}.swift", text)


def calls1(root, n):
    text = "".join(
        f"  func show{i}(_ number: String) {{\n"
        f"    client.track(.with {{ $0.text = number }}).response.whenSuccess {{ print($0.place, {i}) }}\n  }}\n"
        for i in range(n))
    write(root, f"{KIT}/DepotClient+All.swift", f"{HEAD1}extension DepotClient {{\n{text}}}\n")


def callers1(root, n):
    """Functions that hand on a future which is made of a call."""
    text = "".join(
        f"  func place{i}(_ number: String) -> EventLoopFuture<String> {{ parcel(number).map {{ $0.place }} }}\n"
        for i in range(n))
    write(root, f"{KIT}/DepotClient+Places.swift", f"{HEAD1}extension DepotClient {{\n{text}}}\n")


def made1(root, n):
    text = "".join(
        f"func client{i}(_ group: EventLoopGroup) -> Parcel_V1_DepotNIOClient {{\n"
        f"  let connection = ClientConnection.insecure(group: group).connect(host: \"h{i}\", port: {i})\n"
        "  return Parcel_V1_DepotNIOClient(channel: connection)\n}\n"
        for i in range(n))
    write(root, f"{KIT}/Clients.swift", HEAD1 + text)


def statuses1(root, n):
    text = "".join(
        f"func code{i}(_ error: Error) -> Int {{\n  guard let status = error as? GRPCStatus else {{ return 0 }}\n"
        f"  return status.code == .unavailable ? {i} : 1\n}}\n"
        for i in range(n))
    write(root, f"{KIT}/Codes.swift", HEAD1 + text)


# The name, the least n, what writes the project, and the fixture that it stands beside.
DIMENSIONS = [
    ("files without old code", 1500, files),
    ("files with old code", 300, old_files),
    ("modules", 250, modules),
    ("folders", 1500, folders),
    ("declarations of a file", 16_000, declarations),
    ("members of a type", 48_000, members),
    ("extensions of a type", 16_000, extensions),
    ("types that conform to a protocol", 30_000, conformers),
    ("protocols that a type conforms to", 24_000, conformances),
    ("overloads", 8000, overloads),
    ("imports of a file", 3000, imports),
    ("modules that import one another", 250, importers),
    ("generated messages of a file", 2500, generated_messages),
    ("generated files", 1000, generated_files),
    ("services", 80, services),
    ("findings of a file", 400, findings),
    ("findings of a line", 4000, findings_of_line),
    ("old calls of a function", 2000, statements),
    ("findings that comments ignore", 3000, suppressions),
    ("callers of an old call", 10_000, callers),
    ("functions on the way to an old call", 12_000, call_chain),
    ("typealiases of typealiases", 4000, aliases),
    ("generic types with constrained extensions", 8000, constrained),
    ("superclasses", 8000, superclasses),
    ("elements of a literal", 500_000, elements),
    ("calls in a chain", 8000, links),
    ("operands of an expression", 50_000, operators),
    ("cases of a switch", 100_000, cases),
    ("conditional blocks", 30_000, conditions),
    ("comments", 100_000, comments),
    ("pages of the project's own", 1000, pages),
    ("targets of a manifest", 100, targets),
    (".proto files", 1500, protos),
    ("messages of a .proto file", 2000, proto_messages),
    ("findings of a .proto file", 3000, proto_findings),
    ("packages side by side", 60, packages),
    ("Objective-C files", 1500, objective_c),
    ("messages of an Objective-C file", 8000, messages_of_file),
    ("scripts", 1500, scripts),
    ("commands of a script", 5000, commands),
    ("services of grpc-swift 1", 30, clients1, "parcel-futures"),
    ("calls of grpc-swift 1", 500, calls1, "parcel-futures"),
    ("futures made of a call", 500, callers1, "parcel-futures"),
    ("clients of grpc-swift 1", 500, made1, "parcel-futures"),
    ("statuses of grpc-swift 1", 2000, statuses1, "parcel-futures"),
]


def cheapest(command, folder, rounds):
    """Returns the processor seconds of the cheapest of some runs."""
    return min(measure(command, folder)[1] for _ in range(rounds))


def project(base, fixture, make, n):
    folder = os.path.join(base, "project")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(os.path.join(fixture, "before"), folder)
    if n and make in (services, clients1):
        make(folder, n, fixture)
    elif n:
        make(folder, n)
    return folder


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--moult", required=True)
    parser.add_argument("--fixture", required=True)
    parser.add_argument("--only", nargs="*", help="words of the dimensions to measure")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--factor", type=float, default=1, help="how much larger all projects are")
    parser.add_argument("--command", default="lint --format json")
    parser.add_argument("--keep", help="write the last project here and leave it")
    options = parser.parse_args()
    command = [options.moult] + options.command.split()
    chosen = [
        each for each in DIMENSIONS
        if not options.only or any(word in each[0] for word in options.only)]
    if not chosen:
        sys.exit("dimensions: no dimension has such a word in its name")
    base = options.keep or tempfile.mkdtemp(prefix="moult-dimensions-")
    above = []
    try:
        starts = {}
        print(f"dimensions: 'moult {options.command}', without what the fixture alone takes\n")
        sizes = " | ".join("n" if not i else f"{2 ** i}n" for i in range(DOUBLINGS + 1))
        print(f"| dimension | n | {sizes} | exponent |")
        print("| --- |" + " ---: |" * (DOUBLINGS + 3))
        for name, least, make, *other in chosen:
            least = int(least * options.factor)
            fixture = os.path.join(os.path.dirname(options.fixture), *other) if other else options.fixture
            if fixture not in starts:
                starts[fixture] = cheapest(command, project(base, fixture, None, 0), 5 * options.rounds)
            times = []
            for doubling in range(DOUBLINGS + 1):
                folder = project(base, fixture, make, least << doubling)
                times.append(max(0.001, cheapest(command, folder, options.rounds) - starts[fixture]))
            exponent = math.log(times[-1] / times[0]) / math.log(2 ** DOUBLINGS)
            seconds = " | ".join(f"{each:.2f} s" for each in times)
            is_told = times[-1] >= LEAST_SECONDS
            print(f"| {name} | {least} | {seconds} | {f'{exponent:.2f}' if is_told else 'too quick'} |", flush=True)
            if is_told and exponent > EXPONENT:
                above.append(f"{name}: {exponent:.2f}")
    finally:
        if not options.keep:
            shutil.rmtree(base)
    if above:
        sys.exit(f"dimensions: above the bar of {EXPONENT}\n" + "\n".join(above))


if __name__ == "__main__":
    main()
