import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds calls on a value whose type no module in sight declares, by the end of that type's name:
/// `agent.list(request)`, where `var agent: Acme_AgentNIOClient`.
///
/// The type's name is one of generated code, unless the page says that any will do, and the project sees a known type beside it.
package struct UnseenCallFinder: PageFinder {
  private let suffixes: [String]
  private let neighbour: String
  private let takesAnyName: Bool

  package static let terms = FinderTerms(
    "unseen-call",
    .table([.required("suffix"), .required("beside"), .optional("name", .word(["any"]))]),
    symbol: { $0.options["beside"] }, anchors: { anchorModule(ofName: $0.options["beside"]) })

  package init(_ spec: FinderSpec) {
    suffixes = (spec.options["suffix"] ?? "").split(separator: " ").map(String.init)
    neighbour = spec.options["beside"] ?? ""
    takesAnyName = spec.options["name"] != nil
  }

  package var subject: String? { neighbour }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }

  /// The names of the variables of such types, as the methods are not known.
  package func names(in names: NamesInModel) -> [String] {
    guard names.model.symbol(named: neighbour) != nil else { return [] }
    return names.namesOfVariables { isMeant($0) }
  }

  private func isMeant(_ type: String) -> Bool {
    suffixes.contains(where: type.hasSuffix) && (takesAnyName || hasGeneratedName(type))
  }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .declReference || node.kind == .memberAccess else { return nil }
    var receiver = node
    while let outer = receiver.parent,
      outer.kind == .optionalChaining || outer.kind == .forceUnwrap
    {
      receiver = outer
    }
    guard let method = receiver.parent, method.kind == .memberAccess, method.base == receiver,
      let call = method.parent, call.kind == .functionCall, call.callee == method,
      file.semantics.candidates(of: method).isEmpty,
      let type = file.semantics.nameOfTypeOutOfSight(of: node), isMeant(type)
    else { return nil }
    let range = method.mainToken.range
    return Match(rule: rule, node: call, range: range, replaced: range)
  }
}

extension NamesInModel {
  /// The names of variables and parameters of the project's own code whose type, as it is written or called, has a name of this
  /// kind.
  ///
  /// - Complexity: O(*n*) in the nodes of the project.
  fileprivate func namesOfVariables(where isMeant: (String) -> Bool) -> [String] {
    var found: Set<String> = []
    for tree in model.unnotedTrees where !model.isGenerated(path: tree.source.path) {
      for position in tree.nodes.indices {
        let kind = tree.nodes[position].kind
        guard kind == .identifierType || kind == .memberType || kind == .functionCall else {
          continue
        }
        let node = Node(tree: tree, id: NodeID(rawValue: UInt32(position)))
        guard let name = kind == .functionCall ? node.callee?.name : node.name, isMeant(name),
          let variable = variable(around: node)
        else { continue }
        found.insert(variable)
      }
    }
    return found.sorted()
  }

  /// The name of the variable or the parameter whose type or value stands there.
  private func variable(around node: Node) -> String? {
    for ancestor in node.ancestors.prefix(8) {
      switch ancestor.kind {
      case .parameter: return ancestor.internalName
      case .patternBinding, .optionalBinding:
        return ancestor.descendants.first { $0.kind == .identifierPattern }?.name
      case .codeBlock, .closure, .accessorBlock: return nil
      default: continue
      }
    }
    return nil
  }
}
