import MoultManifests
import MoultSource
import Testing

@Test func `a call of the first era becomes one of the next`() {
  let before = """
    protoc hello.proto --swift_out=Gen \\
      --plugin=protoc-gen-swiftgrpc=bin/protoc-gen-swiftgrpc \\
      --swiftgrpc_out=Visibility=Public,Async=true,TestStubs=true:Gen
    """
  let after = """
    protoc hello.proto --swift_out=Gen \\
      --plugin=protoc-gen-grpc-swift=bin/protoc-gen-grpc-swift \\
      --grpc-swift_out=Visibility=Public,TestClient=true:Gen
    """
  #expect(edited(before, renamingToGRPCSwift) == after)
}

@Test(arguments: [
  ("--swiftgrpc_out=Async=true,Sync=false:G", "--grpc-swift_out=G"),
  ("--swiftgrpc_out=Async=true,Client=true,NIO=false:G", "--grpc-swift_out=Client=true:G"),
  ("--swiftgrpc_out=\"Async=true,Client=true:$G\"", "--grpc-swift_out=\"Client=true:$G\""),
  ("'--swiftgrpc_out=Client=true,Async=true:G'", "'--grpc-swift_out=Client=true:G'"),
  ("--swiftgrpc_out Async=true:G", "--grpc-swift_out G"),
  ("--swiftgrpc_out=$OPTS,Sync=true:G", "--grpc-swift_out=$OPTS:G"),
  ("--swiftgrpc_out=${G:-a,b}", "--grpc-swift_out=${G:-a,b}"),
  ("--swiftgrpc_opt=Async=true --x", "--x"),
  ("a.proto \\\n --swiftgrpc_opt Async=true \\\n --x", "a.proto \\\n --x"),
  ("--swiftgrpc_opt=Sync=true,Server=false", "--grpc-swift_opt=Server=false"),
  ("--plugin=../protoc-gen-swiftgrpc", "--plugin=../protoc-gen-grpc-swift"),
])
func `options and names are edited apart from each other`(before: String, after: String) {
  #expect(edited("protoc \(before) z", renamingToGRPCSwift) == "protoc \(after) z")
}

@Test func `a call tells its outputs, options, plugins, imports and files`() throws {
  let source = source(
    "sudo $BIN/protoc -I a -Ib --proto_path=c --proto_path d x.proto y/*.proto $Z"
      + " --swift_opt=A=b=c,D --cpp_out=e --descriptor_set_out=f --plugin=protoc-gen-swift=g/h")
  let line = try #require(commandLines(in: source).first)
  let call = try #require(ProtocInvocation(line, in: source))
  #expect(call.importPaths.map(\.text) == ["a", "b", "c", "d"])
  #expect(call.files.map(\.text) == ["x.proto", "y/*.proto", "$Z"])
  #expect(call.outputs.map(\.name.text) == ["cpp"])
  #expect(call.outputs[0].directory?.text == "e")
  #expect(call.outputs[0].options.items.isEmpty)
  #expect(call.optionFlags[0].options.items.map(\.key.text) == ["A", "D"])
  #expect(call.optionFlags[0].options.items.map { $0.value?.text } == ["b=c", nil])
  #expect(call.plugins[0].name?.text == "swift")
  #expect(call.plugins[0].path.text == "g/h")
  guard case .protoc(let program) = call.program else { throw WrongProgram() }
  #expect(program.text == "$BIN/protoc")
}

private struct WrongProgram: Error {}

@Test(arguments: [
  "echo protoc --swiftgrpc_out=Gen", "grep -r -- --swiftgrpc_out= .", "protoc --version",
  "git commit -m 'protoc --swiftgrpc_out=Gen'", "# protoc --swiftgrpc_out=Gen", "protoc a.proto",
  "cat <<E\nprotoc --swiftgrpc_out=Gen\nE", "a='protoc'", "protoc --descriptor_set_out=x",
  "case $1 in --swiftgrpc_out=*) shift;; esac",
])
func `what only mentions a flag is no call`(text: String) {
  let source = source(text)
  let calls = commandLines(in: source).compactMap { ProtocInvocation($0, in: source) }
  #expect(calls.isEmpty)
}

@Test func `the program may be a variable, a wrapper or unknown`() throws {
  let source = source("$PROTOC --a_out=b\n./gen.sh --a_out=b\nF='--a_out=b'")
  let calls = commandLines(in: source).compactMap { ProtocInvocation($0, in: source) }
  try #require(calls.count == 3)
  guard case .variable = calls[0].program, case .other = calls[1].program,
    case .unknown = calls[2].program
  else { throw WrongProgram() }
}

@Test func `a flag without its value is read as far as it goes`() throws {
  for text in ["protoc --a_out", "protoc --a_out=", "protoc --a_out --b_opt", "protoc --plugin="] {
    let source = source(text)
    let line = try #require(commandLines(in: source).first)
    #expect(ProtocInvocation(line, in: source) != nil)
  }
}

@Test func `names of plugins are found in any word`() {
  let source = source(
    "swift build --product protoc-gen-swiftgrpc && cp x/protoc-gen-a:my-protoc-gen-b")
  let names = commandLines(in: source).flatMap(\.pluginNames).map(\.text)
  #expect(names == ["swiftgrpc", "a"])
}
