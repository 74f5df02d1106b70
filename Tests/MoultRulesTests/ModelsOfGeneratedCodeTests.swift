import MoultAnalysis
import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// The model of generated code is made once in a session, unless something has changed that it rests on.
struct ModelsOfGeneratedCodeTests {
  private typealias Inputs = ModelsOfGeneratedCode.Inputs

  private let models = ModelsOfGeneratedCode()
  private let interfaces = InterfaceModel([], without: ["App"])
  private let file = ProjectFile(
    tree: parse(SourceText(path: "echo.pb.swift", bytes: Array("struct Echo {}".utf8))),
    module: "App", isGenerated: true)

  private func source(_ text: String) -> SynthesizedSource {
    SynthesizedSource(path: "made up", text: text, module: "App", reason: "of a test")
  }

  private func inputs(
    _ files: [ProjectFile]? = nil, _ synthesized: [SynthesizedSource] = [],
    seen: [String: Set<String>] = [:], over other: InterfaceModel? = nil
  ) -> Inputs {
    Inputs(
      files: files ?? [file], synthesized: synthesized, interfaces: other ?? interfaces,
      impliedImports: seen)
  }

  private func model(
    _ inputs: Inputs, for question: ModelsOfGeneratedCode.Question = .successorsOfGRPC1
  ) -> ProjectModel {
    models.model(for: question, of: inputs) {
      ProjectModel(
        files: inputs.files, over: inputs.interfaces, synthesized: inputs.synthesized,
        impliedImports: inputs.impliedImports)
    }
  }

  @Test func `the same inputs have one model, although text is made up anew`() {
    let first = model(inputs(nil, [source("struct A {}")]))
    #expect(model(inputs(nil, [source("struct A {}")])) === first)
  }

  @Test func `each question has a model of its own`() {
    let first = model(inputs())
    #expect(model(inputs(), for: .successorsOfGRPC2) !== first)
    #expect(model(inputs()) === first)
  }

  @Test func `whatever changes, another model is made`() {
    let changed = ProjectFile(
      tree: parse(SourceText(path: "echo.pb.swift", bytes: Array("struct Reply {}".utf8))),
      module: "App", isGenerated: true)
    let moved = ProjectFile(tree: file.tree, module: "Other", isGenerated: true)
    let others = [
      inputs([changed]), inputs([moved]), inputs([]), inputs(nil, [source("struct A {}")]),
      inputs(seen: ["App": ["GRPCClient"]]), inputs(over: InterfaceModel([], without: [])),
    ]
    for other in others {
      let first = model(inputs())
      let second = model(other)
      #expect(second !== first)
      #expect(model(other) === second)
    }
  }
}
