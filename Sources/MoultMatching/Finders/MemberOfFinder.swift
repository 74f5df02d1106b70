package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds uses of any member of a type for which no rule of its own exists; binds `$base`, `$member` and arguments.
package struct MemberOfFinder: PageFinder {
  private let owner: String

  package static let terms = FinderTerms.named("member-of", such: "Module.Type") { _ in
    Metavariables(["base", "member"], arguments: Metavariables.anyNumber)
  }

  package init(_ spec: FinderSpec) { owner = spec.subject }

  package var subject: String? { owner }
  package var isAboutDeclaration: Bool { true }
  package var replacement: ReplacedPart { .name }

  package func names(in names: NamesInModel) -> [String] {
    guard let type = names.model.symbol(named: owner) else { return [] }
    return names.model.declaredMembers(of: type).flatMap { member -> [String] in
      switch member.kind {
      case .initializer: names.callNames(member.qualifiedName)
      case .subscript: ["subscript"]
      case .property, .function, .enumCase: [member.name]
      case .module, .structure, .classType, .enumeration, .protocolType, .actor, .typeAlias,
        .associatedType, .genericParameter, .operatorFunction, .local, .macro:
        []
      }
    }
  }

  package func isAboutInitializer(in model: ProjectModel) -> Bool {
    model.symbol(named: owner).map { type in
      model.declaredMembers(of: type).contains { $0.kind == .initializer }
    } ?? false
  }

  package func valueType(in model: ProjectModel) -> Symbol? { model.symbol(named: owner) }

  package func members(in names: NamesInModel) -> [Symbol] {
    names.model.symbol(named: owner).map { names.model.declaredMembers(of: $0) } ?? []
  }

  package func coveredSymbols(in model: ProjectModel) -> [String] {
    guard let type = model.symbol(named: owner) else { return [] }
    return model.declaredMembers(of: type).filter { !$0.kind.isNominalType }.map(\.qualifiedName)
  }

  /// A name that is called is found at the call, where overloads are told apart.
  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard let symbol = file.semantics.symbol(of: node), symbol.parent?.qualifiedName == owner,
      !symbol.kind.isType, !index.names(symbol)
    else { return nil }
    var nodes: [String: Node] = [:]
    let range: ByteRange
    switch node.kind {
    case .functionCall, .subscriptCall:
      guard let callee = node.callee else { return nil }
      nodes = callBindings(node)
      if node.kind == .subscriptCall { nodes["base"] = callee }
      range = callee.kind == .memberAccess ? callee.mainToken.range : callee.range
    case .memberAccess, .declReference:
      if let call = node.parent, call.kind == .functionCall, call.callee == node,
        file.semantics.symbol(of: call) != nil
      {
        return nil
      }
      if node.kind == .memberAccess { nodes["base"] = node.children.first }
      range = node.mainToken.range
    case .keyPathComponent: range = node.mainToken.range
    default: return nil
    }
    return Match(
      rule: rule, node: node, range: range, replaced: range, nodes: nodes,
      texts: ["member": symbol.name], symbol: symbol)
  }
}
