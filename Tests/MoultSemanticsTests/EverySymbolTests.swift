import Foundation
import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// A file that uses every public symbol of SwiftGRPC, which the compiler has accepted against the interface.
struct EverySymbolTests {
  @Test func `every public symbol of SwiftGRPC is resolved in code that uses it`() throws {
    let (model, semantics) = try everySymbol()
    let resolved = resolvedSymbols(semantics)
    let module = try #require(model.symbol(named: "SwiftGRPC"))
    let missing = publicSymbols(of: module, in: model).filter { !resolved.contains($0) }
    #expect(missing.map(\.qualifiedName) == [])
  }

  @Test func `every interface has more symbols than the test could miss`() throws {
    let (model, _) = try everySymbol()
    let module = try #require(model.symbol(named: "SwiftGRPC"))
    #expect(publicSymbols(of: module, in: model).count > 250)
  }

  @Test func `every member access and call in it is resolved`() throws {
    let (_, semantics) = try everySymbol()
    var silent: [String] = []
    for index in semantics.tree.nodes.indices {
      let node = Node(tree: semantics.tree, id: NodeID(rawValue: UInt32(index)))
      switch node.kind {
      case .memberAccess, .functionCall:
        // `type(of:)` is no function that anyone declares.
        let isTypeOf = node.children.first?.text == "type"
        if semantics.symbol(of: node) == nil, !isTypeOf { silent.append(node.text) }
      default: continue
      }
    }
    #expect(silent == [])
  }
}

private func everySymbol() throws -> (ProjectModel, FileSemantics) {
  let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let url = tests.appending(path: "Interfaces/accepted/0/EverySymbol.swift")
  let source = SourceText(path: "EverySymbol.swift", bytes: Array(try Data(contentsOf: url)))
  var files = [ProjectFile(tree: parse(source), module: "App")]
  for (path, text) in generatedV0 {
    let source = SourceText(path: path, bytes: Array(text.utf8))
    files.append(ProjectFile(tree: parse(source), module: "App"))
  }
  let model = ProjectModel(files: files, over: grpcModel)
  return (model, try #require(model.semantics(forFile: "EverySymbol.swift")))
}

/// The declarations of a type or a module, those inside of them included.
private func publicSymbols(of owner: Symbol, in model: ProjectModel) -> [Symbol] {
  model.declaredMembers(of: owner).flatMap { symbol in
    // What is declared once more in a subclass is the same thing to its users.
    [symbol] + (symbol.kind.isNominalType ? publicSymbols(of: symbol, in: model) : [])
  }
}

private func resolvedSymbols(_ semantics: FileSemantics) -> Set<Symbol> {
  var result: Set<Symbol> = []
  for index in semantics.tree.nodes.indices {
    let node = Node(tree: semantics.tree, id: NodeID(rawValue: UInt32(index)))
    if let symbol = semantics.symbol(of: node) { result.insert(symbol) }
    // The name of a type before parentheses is a use of the type, the call one of its initializer.
    for symbol in semantics.candidates(of: node) where symbol.kind.isNominalType {
      result.insert(symbol)
    }
  }
  return result
}
