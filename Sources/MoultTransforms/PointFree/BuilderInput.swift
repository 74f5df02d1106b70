package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Says what a builder reads: `@ParserBuilder` becomes `@ParserBuilder<URLRequestData>` where the declaration's type
/// says it, and `@OneOfBuilder` gets the output as well.
package func builderInput(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let type = match.node
  guard type.child(.genericArgumentClause) == nil else { return nil }
  guard let attribute = type.parent, attribute.kind == .attribute,
    let declaration = attribute.parent, let read = parsedTypes(of: declaration)
  else { return .manual("add the input type: '@\(type.name)<URLRequestData>', '<Substring>', …") }
  let arguments: [String]
  if type.name == "OneOfBuilder" {
    guard let output = read.output else {
      return .manual("add the input and output types: '@OneOfBuilder<URLRequestData, Route>'")
    }
    arguments = [read.input, output]
  } else {
    arguments = [read.input]
  }
  return file.replacing(type, with: .generic(type.text, arguments.map { .word($0) }))
}

/// The input and the output that the type of a declaration names.
private func parsedTypes(of declaration: Node) -> (input: String, output: String?)? {
  let written: [Node] =
    switch declaration.kind {
    case .variableDecl: declaration.bindings.compactMap(\.annotatedType)
    case .functionDecl, .subscriptDecl: [declaration.returnType].compactMap { $0 }
    case .parameter: [declaration.parameterType].compactMap { $0 }
    default: []
    }
  for type in written.flatMap({ [$0] + Array($0.descendants) }) {
    guard type.kind == .identifierType || type.kind == .memberType,
      let arguments = type.child(.genericArgumentClause)?.children.map(\.text),
      let first = arguments.first
    else { continue }
    switch type.name {
    case "Router": return ("URLRequestData", first)
    case "AnyParserPrinter", "AnyParser", "ParserPrinter", "Parser":
      return (first, arguments.count > 1 ? arguments[1] : nil)
    default: continue
    }
  }
  return nil
}
