import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds calls on a value whose type no module in sight declares, by the end of that type's name:
/// `agent.list(request)`, where `var agent: Acme_AgentNIOClient`, and `makeAgent().list(request)`.
///
/// The type's name is one of generated code, in a file that imports the module of a known type, or the value is made of one of
/// that type, behind a label. Where the page says that any name will do, the end of the name tells enough.
package struct UnseenCallFinder: PageFinder {
  private let suffixes: [String]
  private let neighbour: String
  private let label: String
  private let takesAnyName: Bool

  package static let terms = FinderTerms(
    "unseen-call",
    .table([
      .required("suffix"), .required("beside"), .required("label"),
      .optional("name", .word(["any"])),
    ]),
    symbol: { $0.options["beside"] }, anchors: { anchorModule(ofName: $0.options["beside"]) })

  package init(_ spec: FinderSpec) {
    suffixes = (spec.options["suffix"] ?? "").split(separator: " ").map(String.init)
    neighbour = spec.options["beside"] ?? ""
    label = spec.options["label"] ?? ""
    takesAnyName = spec.options["name"] != nil
  }

  package var subject: String? { neighbour }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }

  /// The names of the variables of such types, and of the functions that return one, as the methods are not known.
  package func names(in names: NamesInModel) -> [String] {
    guard names.model.symbol(named: neighbour) != nil else { return [] }
    return names.namesOfValues(ofTypesEndingIn: suffixes) { type, isMade in
      isMade || takesAnyName || hasGeneratedName(type)
    }
  }

  private func hasEnd(_ type: String) -> Bool { suffixes.contains(where: type.hasSuffix) }

  private func isMeant(_ type: (name: String, call: Node?), _ file: FileContext) -> Bool {
    guard hasEnd(type.name) else { return false }
    if let call = type.call {
      guard let argument = call.arguments.first, argument.argumentLabel == label else {
        return false
      }
      if let known = file.semantics.type(of: argument.argumentValue).fullyUnwrapped.nominalSymbol {
        return known.qualifiedName == neighbour || file.model.isSubtype(known, of: neighbour)
      }
    }
    guard let module = file.model.symbol(named: neighbour)?.module,
      file.tree.importedModules.contains(module)
    else { return false }
    return takesAnyName || hasGeneratedName(type.name)
  }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .declReference || node.kind == .memberAccess else { return nil }
    var receiver = node
    if let call = node.parent, call.kind == .functionCall, call.callee == node { receiver = call }
    let value = receiver
    while let outer = receiver.parent,
      outer.kind == .optionalChaining || outer.kind == .forceUnwrap
    {
      receiver = outer
    }
    guard let method = receiver.parent, method.kind == .memberAccess, method.base == receiver,
      let call = method.parent, call.kind == .functionCall, call.callee == method,
      file.semantics.candidates(of: method).isEmpty,
      let type = file.semantics.typeOutOfSight(of: value), isMeant(type, file)
    else { return nil }
    let range = method.mainToken.range
    return Match(rule: rule, node: call, range: range, replaced: range)
  }
}

/// Where the project's own code names types, by the last words of their names: `Client` of `VaultNIOClient`.
///
/// One walk over the project serves all finders that ask for ends of names.
struct TypesByEnd: Sendable {
  private var places: [String: [Node]] = [:]

  /// - Complexity: O(*n*) in the nodes of the project.
  init(_ model: ProjectModel) {
    for tree in model.unnotedTrees where !model.isGenerated(path: tree.source.path) {
      for position in tree.nodes.indices {
        let node = Node(tree: tree, id: NodeID(rawValue: UInt32(position)))
        guard let type = Self.type(namedBy: node),
          let word = lastWord(of: tree.bytes(of: type.mainTokenID))
        else { continue }
        places[word, default: []].append(node)
      }
    }
  }

  /// The types that are named so, or called, in the order of the files.
  func nodes(namedWithAnyOf ends: [String]) -> [Node] {
    Set(ends.compactMap { lastWord(of: Array($0.utf8)[...]) }).sorted()
      .flatMap { places[$0] ?? [] }
  }

  /// The name of a type that a node is, or calls.
  static func type(namedBy node: Node) -> Node? {
    switch node.kind {
    case .identifierType, .memberType: node
    case .functionCall:
      node.callee.flatMap { callee in
        callee.tree.bytes(of: callee.mainTokenID).first.map(isCapital) == true ? callee : nil
      }
    default: nil
    }
  }
}

private func isCapital(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
}

/// What begins with the last capital of a name; nil for a name without any.
private func lastWord(of name: ArraySlice<UInt8>) -> String? {
  name.lastIndex(where: isCapital).map { String(decoding: name[$0...], as: UTF8.self) }
}

extension NamesInModel {
  /// The names of variables, parameters and functions of the project's own code whose type, as it is written or called, has a name
  /// with such an end.
  ///
  /// - Parameter isMeant: of a type's name, and whether it is called there.
  fileprivate func namesOfValues(
    ofTypesEndingIn ends: [String], where isMeant: (String, Bool) -> Bool
  ) -> [String] {
    var found: Set<String> = []
    for node in typesNamed.value({ TypesByEnd(model) }).nodes(namedWithAnyOf: ends) {
      guard let type = TypesByEnd.type(namedBy: node)?.name,
        ends.contains(where: type.hasSuffix), isMeant(type, node.kind == .functionCall),
        let declared = declaredName(around: node)
      else { continue }
      found.insert(declared)
    }
    return found.sorted()
  }

  /// The name of the variable or the parameter whose type or value stands there, or of the function that returns it.
  private func declaredName(around node: Node) -> String? {
    for ancestor in node.ancestors.prefix(8) {
      switch ancestor.kind {
      case .parameter: return ancestor.internalName
      case .functionDecl: return ancestor.name
      case .patternBinding, .optionalBinding:
        return ancestor.descendants.first { $0.kind == .identifierPattern }?.name
      case .codeBlock, .closure, .accessorBlock: return nil
      default: continue
      }
    }
    return nil
  }
}
