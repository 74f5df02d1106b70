import MoultManifests
import MoultSource
import Testing

/// Expects calls, each as `receiver.name(arguments)` with `^parent`.
private func expectCalls(
  _ text: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  let source = source(text, path: "Podfile")
  let calls = rubyCalls(in: source)
  let described = calls.map { call in
    let name = (call.receiver.map { "\($0)." } ?? "") + call.name
    let arguments = call.arguments.map(rendered).joined(separator: ", ")
    let parent = call.parent.map { " ^\(calls[$0].name)" } ?? ""
    return (call.isAssignment ? "\(name) = \(arguments)" : "\(name)(\(arguments))") + parent
  }
  #expect(described == expected, sourceLocation: sourceLocation)
  for call in calls {
    #expect(source.text(call.nameRange) == call.name, sourceLocation: sourceLocation)
  }
}

private func rendered(_ argument: RubyArgument) -> String {
  let label = argument.label.map { "\($0.name): " } ?? ""
  return switch argument.value {
  case .string(let string): "\(label)'\(string.content.text)'"
  case .symbol(let name, _): "\(label):\(name)"
  case .array(let elements): "\(label)[\(elements.map(rendered).joined(separator: ", "))]"
  case .hash(let elements): "\(label){\(elements.map(rendered).joined(separator: ", "))}"
  case .other(let range): "\(label)<\(range.utf8Count)>"
  }
}

@Test func `calls have their arguments, with and without parentheses`() {
  expectCalls(
    "pod 'A', \"~> 1\"\npod('B', git: 'u', :tag => \"v\")\nuse_frameworks!\nf x, [1, 'é'], {'k' => :v}",
    [
      "pod('A', '~> 1')", "pod('B', git: 'u', tag: 'v')", "use_frameworks!()",
      "f(<1>, [<1>, 'é'], {k: :v})", "x()",
    ])
}

@Test func `blocks tell which call a call stands in`() {
  expectCalls(
    "target 'A' do\n  pod 'B' if x\n  target('C') { pod 'D' }\nend\npod 'E'",
    [
      "target('A')", "pod('B') ^target", "x() ^target", "target('C') ^target", "pod('D') ^target",
      "pod('E')",
    ])
}

@Test func `control flow closes with its own end`() {
  expectCalls(
    """
    def f(a)
      if a then g end
      while h do i end
      x = case j when 1 then k end
    end
    target 'A' do
      unless y
        pod 'B'
      end
      pod 'C' unless z
    end
    """,
    [
      "a()", "g()", "h()", "i()", "x = ", "j()", "k()",
      "target('A')", "y() ^target", "pod('B') ^target", "pod('C') ^target", "z() ^target",
    ])
}

@Test func `an attribute is assigned to its receiver`() {
  expectCalls(
    "Pod::Spec.new do |s|\n  s.version = '1'\n  s.ios.deployment_target = \"9.0\"\n"
      + "  s.source = { :git => 'u',\n    :tag => s.version.to_s }\nend",
    [
      "Pod::Spec.new()", "s.version = '1' ^new", "s.ios.deployment_target = '9.0' ^new",
      "s.source = {git: 'u', tag: <14>} ^new", "s.version.to_s() ^new",
    ])
}

@Test func `comments, strings and what follows the end marker hold no calls`() {
  expectCalls(
    "# pod 'A'\n=begin\npod 'B'\n=end\nx = \"pod 'C' #{y \"}\"} \" # pod 'D'\nz(/pod 'E/)\n__END__\npod 'F'",
    ["x = 'pod 'C' #{y \"}\"} '", "z(<8>)"])
}

@Test func `a here-document belongs to the line that opened it`() {
  expectCalls(
    "a <<-X, 'b'\n  c \"\n  X\nd <<~'Y' do\n  e\n    f #{g}\nY\nend\nh << I",
    ["a('  c \"\n', 'b')", "d('e\n  f #{g}\n')", "h()", "I()"])
}

@Test func `a list goes on in the next line after a comma, and a chain before a dot`() {
  expectCalls(
    "pod 'A',\n  # b\n  '1'\nc\n  .d 'e'\n",
    ["pod('A', '1')", "c\n  .d('e')"])
}

@Test func `the scripts of a podspec are read`() {
  expectCommands(
    """
    s.prepare_command = <<-CMD
      mkdir -p #{dir}
      #{protoc} \\
        --plugin=protoc-gen-grpc=#{a ? "b c" : 'd'} \\
        -I "#{src}" # protoc
    CMD
    s.summary = "protoc --a_out=b"
    """, path: "A.podspec",
    [
      ["mkdir", "-p", "|#{dir}|"],
      ["|#{protoc}|", "--plugin=protoc-gen-grpc=|#{a ? \"b c\" : 'd'}|", "-I", "|#{src}|"],
    ])
}

@Test func `commands that Ruby runs are read`() {
  expectCommands(
    """
    script_phase :name => 'Gen', :script => 'protoc "a b"'
    system("protoc \\"c d\\" \\#x")
    system 'protoc', "--a_out=#{b}", c
    d = `protoc e`
    sh %x(protoc f)
    FLAGS = %q(--a_out=b g)
    LIST = ['--a_out=b', "h"]
    puts 'protoc i'
    """, path: "Podfile",
    [
      ["protoc", "a b"], ["protoc", "c d"], ["protoc", "--a_out=|#{b}|", "|c|"], ["protoc", "e"],
      ["|%x(protoc f)|"], ["protoc", "f"], ["FLAGS=", "--a_out=b", "g"],
      ["LIST=", "--a_out=b", "h"],
    ])
}

@Test func `flags in a here-document are edited in place, whatever its indentation`() {
  let before =
    "s.prepare_command = <<~CMD\r\n  é\r\n  protoc \\\r\n    --swiftgrpc_out=\\\"NIO=true:G\\\"\r\n  CMD\r\n"
  let after =
    "s.prepare_command = <<~CMD\r\n  é\r\n  protoc \\\r\n    --grpc-swift_out=\\\"G\\\"\r\n  CMD\r\n"
  #expect(edited(before, path: "A.podspec", renamingToGRPCSwift) == after)
}

@Test func `dependencies tell name, requirements, options and place`() throws {
  let source = source(
    """
    platform :ios, '9.0'
    # pod 'Commented'
    target 'App' do
      pod 'SwiftGRPC', '~> 0.11', '< 1' # v0
      pod "!ProtoCompiler", :git => 'https://x/y.git', tag: 'v1'
      pod name, '1'
      puts "pod 'Quoted'"
    end
    """, path: "Podfile")
  let pods = podDependencies(in: source)
  #expect(pods.map(\.name.value) == ["SwiftGRPC", "!ProtoCompiler"])
  #expect(pods.map(\.enclosing) == ["App", "App"])
  #expect(pods[0].requirements.map { $0?.value } == ["~> 0.11", "< 1"])
  #expect(source.text(pods[0].name.contentRange) == "SwiftGRPC")
  #expect(source.text(pods[0].range) == "pod 'SwiftGRPC', '~> 0.11', '< 1'")
  #expect(pods[1].option("git")?.value == "https://x/y.git")
  #expect(pods[1].option("tag")?.value == "v1")
}

@Test func `dependencies of a podspec tell their subspec`() {
  let source = source(
    """
    Pod::Spec.new do |s|
      s.dependency 'A/B', ['>= 1', '< 2']
      s.subspec 'M' do |ms|
        ms.dependency "#{x}/C"
      end
    end
    """, path: "X.podspec")
  let pods = podDependencies(in: source)
  #expect(pods.map(\.name.value) == ["A/B", nil])
  #expect(pods.map(\.enclosing) == [nil, "M"])
  #expect(pods[0].rootName == "A")
  #expect(pods[0].requirements.map { $0?.value } == [">= 1", "< 2"])
}

@Test(arguments: [
  "a(", "[", "{", "\"#{", "do ", "a.", "a(1).", "if x ", "<<X, ", "a <<-X\n", "%w[", "'", "a /",
  "end\n",
  "a b ", "a\n.", "=begin\n", "|", "x = ", "a => ", ":", "\"a\": ", "{ |a| ", "#{", "é", "a [",
  "\\\n",
])
func `any Ruby is read in time`(piece: String) {
  let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
  let clock = ContinuousClock()
  let time = clock.measure { _ = commandLines(in: source(text, path: "Podfile")) }
  #expect(time < .seconds(300))
}
