import MoultManifests
import MoultSource
import Testing

private let example = """
  version: v1 # protoc
  plugins:
    - plugin: buf.build/grpc/swift:v1.7.1
      out: Gen # kept
      opt: Visibility=Public,NIO=true
    # - plugin: commented
    - name: swiftgrpc
      path: ["bin/protoc-gen-swiftgrpc", x]
      out: "é"
      opt:
        - NIO=true
        - 'Visibility=Public'
    - local: protoc-gen-a
      opt: [NIO=true, b]
    - out: None
  """

private func edited(_ text: String) -> String? {
  let source = source(text, path: "buf.gen.yaml")
  let edits = bufPlugins(in: source).flatMap(\.options).flatMap {
    $0.edits { $0.key.text != "NIO" }
  }
  return applying(edits, to: source.bytes).map { String(decoding: $0, as: UTF8.self) }
}

@Test func `plugins of a buf file tell key, reference, path and options`() {
  let source = source(example, path: "buf.gen.yaml")
  let plugins = bufPlugins(in: source)
  #expect(bufVersion(of: source)?.text == "v1")
  #expect(plugins.map(\.key) == [.plugin, .name, .local])
  #expect(
    plugins.map(\.reference.text) == ["buf.build/grpc/swift:v1.7.1", "swiftgrpc", "protoc-gen-a"])
  #expect(plugins.map { source.text($0.keyRange) } == ["plugin", "name", "local"])
  #expect(plugins.map { $0.path?.text } == [nil, "bin/protoc-gen-swiftgrpc", nil])
  #expect(plugins.map { $0.out?.text } == ["Gen", "é", nil])
  let keys = plugins.map { $0.options.map { $0.items.map(\.key.text) } }
  #expect(keys == [[["Visibility", "NIO"]], [["NIO"], ["Visibility"]], [["NIO"], ["b"]]])
}

@Test func `options are taken away with their commas, lines and elements`() {
  let after =
    example
    .replacing("Public,NIO=true", with: "Public")
    .replacing("      - NIO=true\n", with: "")
    .replacing("[NIO=true, b]", with: "[b]")
  #expect(edited(example) == after)
}

@Test(arguments: [">", "|", ">-", "|+"])
func `options on lines of a block have no white space around them`(style: String) {
  let text = """
    plugins:
      - name: a
        opt: \(style)
          NIO=true,
          Visibility = Public ,

          Other=1
        out: b

    """
  let options = bufPlugins(in: source(text, path: "buf.gen.yaml")).flatMap(\.options)
    .flatMap(\.items)
  #expect(options.map(\.key.text) == ["NIO", "Visibility", "Other"])
  #expect(options.map { $0.value?.text } == ["true", "Public", "1"])
  let without = text.replacing("NIO=true,\n      ", with: "")
  #expect(edited(text) == without)
}

@Test func `an entry of which nothing stays goes with its line`() {
  #expect(
    edited("plugins:\n  - opt: NIO=true\n    out: a\n  - out: b\n    name: c\n    opt: NIO=true\n")
      == "plugins:\n  - opt: NIO=true\n    out: a\n  - out: b\n    name: c\n")
  #expect(
    edited("plugins:\n  - opt: NIO=true\n    name: a\n") == "plugins:\n  - name: a\n")
  #expect(edited("plugins: [{name: a, opt: NIO=true}]") == "plugins: [{name: a}]")
}

@Test(arguments: [
  "plugins: a", "plugins:\n- a", "plugins:\n- name:", "name: a", "", "plugins: [{name: [}",
])
func `what is no list of plugins has none`(text: String) {
  #expect(bufPlugins(in: source(text, path: "buf.gen.yaml")).isEmpty)
}
