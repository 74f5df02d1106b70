import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource
import MoultSyntax

/// `generated-file: { module: SwiftGRPC, plugin: swiftgrpc }`.
package let generatedFileFinder = Finder(
  FinderTerms(
    "generated-file",
    .table([
      .required("module"), .required("plugin"), .optional("drop"), .optional("rename"),
      .optional("repository"), .optional("successor"),
    ]), reach: .advice, binds: { _ in ["source", "call"] },
    anchors: { find in
      // The finding names the generator's calls, the ones that are new already among them.
      let plugins = (find.options["plugin"] ?? "").split(separator: " ").map(String.init)
      return [find.options["module"] ?? find.subject] + plugins.flatMap(flagWords)
    }), on: [.swift], generatedFileFindings)

/// Finds generated Swift code of an old era by the module that it imports.
///
/// Such code is never edited. The finding says which `.proto` it was made from and where the call of the
/// generator stands, if the project shows it.
func generatedFileFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard file.surface == .swift, file.isGenerated, let module = rule.row.find.options["module"],
    let command = NewCommand(rule.row.find.options)
  else { return [] }
  let tree = facts.cache.tree(of: file.source)
  let imported = tree.root.children.filter { $0.kind == .importDecl }
    .compactMap { $0.child(.importPathComponent) }.first { $0.name == module }
  guard let imported else { return [] }
  let source = sourceLine(of: file.source)
  let call = command.phrase(for: file, from: source, facts)
  let bindings: [String: Binding] = [
    "source": .text(source ?? "its '.proto' file"), "found": .text(file.source.path),
    "call": .text(call),
  ]
  return [
    rule.finding(
      in: file, at: imported.range, bindings,
      evidence: ["'import \(module)' in generated code"]
    ).caused(by: call)
  ]
}

/// What the line `// Source: x.proto` in the first forty lines names.
func sourceLine(of source: SourceText) -> String? {
  let head = source.bytes.prefix(4096)
  let mark = Array("Source: ".utf8)
  let lines = head.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  guard let behind = lines.prefix(40).last?.endIndex,
    let found = source.bytes.firstIndex(ofBytes: mark, from: 0, below: behind)
  else { return nil }
  let rest = source.bytes[(found + mark.count)..<head.endIndex]
  let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
  return String(decoding: line, as: UTF8.self)
}

/// Where the project calls the plugin, in the words of a sentence; both the old name and the new count.
func callPhrase(of plugin: String, _ facts: SurfaceFacts) -> String {
  let names = plugin.split(separator: " ").map(String.init)
  let places = facts.generatorCalls.filter { names.contains($0.plugin) }.map(\.place)
  guard !places.isEmpty else { return "no command in the project runs the generator" }
  return "the command is in \(places.joined(separator: ", "))"
}
