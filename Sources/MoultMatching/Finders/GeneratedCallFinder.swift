package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds calls of a method that generated code declares on a descendant of a type; binds what `call` binds, and `$method`.
package struct GeneratedCallFinder: PageFinder {
  private let ancestor: String
  let style: CallStyle

  package static let terms = FinderTerms.generated(
    "generated-call", [.required("style", .word(CallStyle.names)), .optional("on")],
    binds: Metavariables(["base", "method"], arguments: Metavariables.anyNumber))

  package init(_ spec: FinderSpec) throws(FinderProblem) {
    style = try CallStyle(spec)
    guard let owner = spec.options["on"] ?? (style == .connectClosure ? "" : nil) else {
      throw FinderProblem("'generated-call' wants 'on', but for the style 'connect-closure'")
    }
    ancestor = owner
  }

  package var subject: String? { ancestor }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }
  package var wantsCall: Bool? { true }

  /// Whether a method that it finds takes one message and gives one reply.
  func isUnary(_ method: Symbol?) -> Bool {
    switch style {
    case .unary, .asyncUnary: return true
    case .future:
      guard case .function(_, .nominal(let result, _), _, _)? = method?.type else { return false }
      return result.name == "UnaryCall"
    default: return false
    }
  }

  package func names(in names: NamesInModel) -> [String] {
    guard ancestor.isEmpty, style == .connectClosure else {
      return names.generatedMembers(ofDescendantsOf: ancestor, .function).map(\.name)
    }
    let generated = names.model.projectTypes.filter(\.isGenerated)
    let members = generated.flatMap { names.model.declaredMembers(of: $0) }
    return members.filter { $0.kind == .function && isConnectClosureCall($0) }.map(\.name)
  }

  package func valueType(in model: ProjectModel) -> Symbol? { model.symbol(named: ancestor) }

  package func members(in names: NamesInModel) -> [Symbol] {
    names.generatedMembers(ofDescendantsOf: ancestor, .function)
      .filter { callStyle(of: $0, in: names.model) == style }
  }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .functionCall, let callee = node.callee,
      callee.kind == .memberAccess || callee.kind == .declReference,
      let symbol = file.semantics.symbol(of: node), symbol.kind == .function, symbol.isGenerated,
      let owner = symbol.parent, ancestor.isEmpty || file.model.isSubtype(owner, of: ancestor),
      callStyle(of: symbol, in: file.model) == style
    else { return nil }
    return Match(
      rule: rule, node: node, range: callee.mainToken.range, replaced: node.range,
      nodes: callBindings(node), texts: ["method": symbol.name], symbol: symbol)
  }
}

extension CallStyle {
  static let names = allCases.map(\.rawValue)

  init(_ spec: FinderSpec) throws(FinderProblem) {
    guard let style = CallStyle(rawValue: spec.options["style"] ?? "") else {
      throw FinderProblem("'\(spec.word)' wants a 'style'")
    }
    self = style
  }
}
