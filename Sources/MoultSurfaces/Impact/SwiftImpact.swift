import MoultProto
import MoultSemantics
import MoultSource
import MoultSyntax

/// What the declarations of a project's Swift come to, once for all its files.
struct SwiftImpactScene {
  let model: ProjectModel
  let table: ImpactTable

  /// The project's functions that stand for a method of a changed service, and what became of its name.
  private(set) var witnesses: [Symbol: GeneratedChange] = [:]

  /// Names of declared types that lack what a service asks for now, by file.
  private(set) var lacking: [String: [ImpactUse]] = [:]

  init(_ model: ProjectModel, _ table: ImpactTable) {
    self.model = model
    self.table = table
    guard !table.comparison.serviceTypes.isEmpty else { return }
    for type in model.projectTypes where type.isGenerated {
      let name = unqualified(type)
      guard let top = name.split(separator: ".").first.map(String.init),
        let stem = table.comparison.serviceTypes[top]
      else { continue }
      let heirs = model.descendants.projectTypes(descendingFrom: type.qualifiedName)
        .filter { !$0.isGenerated }
      for heir in heirs.sorted(by: { $0.qualifiedName < $1.qualifiedName }) {
        addWitnesses(in: heir, of: stem)
        if asksForEachMethod(name, of: top) { addLacking(in: heir, of: stem, asking: name) }
      }
    }
  }

  private mutating func addWitnesses(in type: Symbol, of stem: String) {
    for member in model.declaredMembers(of: type) where member.kind == .function {
      guard !member.isGenerated, let change = table.swift["\(stem).\(member.name)"],
        change.old.kind == .function
      else { continue }
      witnesses[member] = change
    }
  }

  private mutating func addLacking(in type: Symbol, of stem: String, asking protocolName: String) {
    guard let node = type.declaration else { return }
    let isOfInterceptors = protocolName.hasSuffix("InterceptorFactoryProtocol")
    for addition in table.comparison.additions
    where addition.kind == .requirement && addition.type == stem {
      let wanted =
        isOfInterceptors
        ? "make\(addition.method ?? addition.name)Interceptors" : addition.name
      guard model.declaredMembers(of: type, named: wanted).isEmpty else { continue }
      lacking[node.tree.source.path, default: []].append(
        ImpactUse(
          path: node.tree.source.path, range: nameRange(of: node), effect: .breaks,
          cause: addition.cause,
          message: "'\(type.name)' implements '\(protocolName)', which asks for '\(wanted)' now",
          edit: nil, newName: nil))
    }
  }

  /// Whether the generators declare no default for the methods that a protocol asks for.
  private func asksForEachMethod(_ name: String, of top: String) -> Bool {
    if name != top {
      return ["ClientProtocol", "ServiceProtocol"].contains { name.hasSuffix($0) }
    }
    let suffixes = [
      "Service", "Provider", "ClientInterface", "InterceptorFactoryProtocol",
    ]
    return suffixes.contains { name.hasSuffix($0) }
  }
}

/// The name of a symbol without its module and its labels.
func unqualified(_ symbol: Symbol) -> String {
  var name = symbol.qualifiedName[...]
  if name.hasPrefix(symbol.module + ".") { name = name.dropFirst(symbol.module.count + 1) }
  return String(name.prefix { $0 != "(" })
}

/// Where the name of a declaration stands.
private func nameRange(of declaration: Node) -> ByteRange {
  let name = declaration.name
  let tree = declaration.tree
  let tokens = declaration.tokenIDs
  for id in tokens {
    let token = tree.tokens[id]
    if tree.source.text(token.range).filter({ $0 != "`" }) == name { return token.range }
  }
  return declaration.mainToken.range
}

/// Finds the uses of changed names in a Swift file.
func swiftImpact(in semantics: FileSemantics, _ scene: SwiftImpactScene) -> [ImpactUse] {
  let tree = semantics.tree
  let table = scene.table
  let path = tree.source.path
  var uses = scene.lacking[path] ?? []
  var unknown: [Node] = []
  var speaksOfSchema = false
  for index in tree.nodes.indices {
    let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
    switch node.kind {
    case .identifierType, .declReference, .memberAccess, .memberType, .keyPathComponent: break
    case .functionDecl:
      if let symbol = semantics.symbol(of: node), let change = scene.witnesses[symbol] {
        uses += witnessUse(of: change, at: node, in: path)
      }
      continue
    case .switchExpr:
      uses += switchUses(node, semantics, scene)
      continue
    default: continue
    }
    let candidates = semantics.candidates(of: node)
    guard let symbol = semantics.symbol(of: node) ?? agreed(candidates) else {
      if candidates.isEmpty, node.kind == .memberAccess || node.kind == .keyPathComponent,
        table.swiftMemberNames.contains(node.name)
      {
        unknown.append(node)
      }
      continue
    }
    if let change = scene.witnesses[symbol] {
      uses += renamedUse(of: change, at: node, in: path)
      continue
    }
    let found = symbol.kind == .initializer ? symbol.parent ?? symbol : symbol
    guard found.isGenerated else { continue }
    speaksOfSchema = true
    guard let change = change(of: found, table), bare(change.old.name) == node.name else {
      continue
    }
    uses.append(use(of: change, at: node, in: path, semantics, table))
  }
  guard speaksOfSchema else { return uses }
  for node in unknown where isOfUnknownType(node, semantics) {
    guard
      let change = table.comparison.swift.first(where: {
        $0.old.container != nil && bare($0.old.name) == node.name && $0.old.kind != .type
      })
    else { continue }
    uses.append(
      ImpactUse(
        path: path, range: node.mainToken.range, effect: .mayBreak, cause: change.cause,
        message: "'\(node.name)' of a value whose type is not known", edit: nil, newName: nil))
  }
  return uses
}

private func agreed(_ symbols: [Symbol]) -> Symbol? {
  guard let first = symbols.first else { return nil }
  let name = unqualified(first)
  return symbols.allSatisfy { unqualified($0) == name } ? first : nil
}

private func isOfUnknownType(_ node: Node, _ semantics: FileSemantics) -> Bool {
  guard node.kind == .memberAccess else { return true }
  guard let base = node.children.first, base.range.upperBound <= node.mainToken.range.lowerBound
  else { return true }
  return semantics.type(of: base).isUnknown && semantics.symbol(of: base)?.kind != .module
}

/// What became of a generated thing's name: of itself, or of the method of a service that it is made of.
private func change(of symbol: Symbol, _ table: ImpactTable) -> GeneratedChange? {
  let name = unqualified(symbol)
  if let change = table.swift[name] { return change }
  if symbol.kind.isCallable {
    let labels = "(" + symbol.parameterLabels.map { ($0 ?? "_") + ":" }.joined() + ")"
    if let change = table.swift[name + labels] { return change }
  }
  guard symbol.parent?.kind != .module,
    let top = name.split(separator: ".").first.map(String.init),
    let stem = table.comparison.serviceTypes[top]
  else { return nil }
  return table.swift["\(stem).\(symbol.name)"]
}

private func use(
  of change: GeneratedChange, at node: Node, in path: String, _ semantics: FileSemantics,
  _ table: ImpactTable
) -> ImpactUse {
  let token = node.mainToken.range
  var edit: Edit?
  var newName: String?
  var effect = ImpactUse.Effect.breaks
  switch change.effect {
  case .removed, .replaced: break
  case .retyped: effect = .changesType
  case .renamed(let new):
    newName = bare(new.name)
    if change.old.kind == .type, !table.staysInPlace(change.old, new) {
      let whole = (new.container.map { "\($0)." } ?? "") + new.name
      edit = Edit(chainRange(of: node, semantics), whole)
    } else if node.kind == .declReference,
      change.old.kind == .value || change.old.kind == .function,
      isHidden(bare(new.name), at: node)
    {
      edit = Edit(token, "self.\(new.name)")
    } else {
      edit = Edit(token, new.name)
    }
  }
  return ImpactUse(
    path: path, range: token, effect: effect, cause: change.cause,
    message: message(change, node.name), edit: edit, newName: newName)
}

/// Whether something that a body around the node declares would be meant by a member's name without `self`.
private func isHidden(_ name: String, at node: Node) -> Bool {
  node.ancestors.contains { around in
    switch around.kind {
    case .functionDecl, .initializerDecl, .subscriptDecl, .accessorDecl, .accessorBlock, .closure,
      .codeBlock:
      around.descendants.contains { inner in
        switch inner.kind {
        case .parameter: inner.internalName == name
        case .closureParameter, .identifierPattern: inner.name == name
        default: false
        }
      }
    default: false
    }
  }
}

/// The name with the types written before it, without a module.
private func chainRange(of node: Node, _ semantics: FileSemantics) -> ByteRange {
  guard node.kind == .memberAccess || node.kind == .memberType, let base = node.children.first,
    base.range.upperBound <= node.mainToken.range.lowerBound
  else { return node.mainToken.range }
  if semantics.symbol(of: base)?.kind == .module { return node.mainToken.range }
  return chainRange(of: base, semantics).lowerBound..<node.mainToken.range.upperBound
}

private func witnessUse(of change: GeneratedChange, at node: Node, in path: String) -> [ImpactUse] {
  let range = nameRange(of: node)
  switch change.effect {
  // What nobody asks for any more still compiles.
  case .removed: return []
  case .renamed(let new):
    return [
      ImpactUse(
        path: path, range: range, effect: .breaks, cause: change.cause,
        message: "implements '\(node.name)', which is now '\(bare(new.name))'",
        edit: Edit(range, new.name), newName: bare(new.name))
    ]
  case .retyped, .replaced:
    return [
      ImpactUse(
        path: path, range: range, effect: .breaks, cause: change.cause,
        message: "implements '\(node.name)', which has another signature", edit: nil, newName: nil)
    ]
  }
}

/// A call of the project's own function that is renamed with the method that it implements.
private func renamedUse(of change: GeneratedChange, at node: Node, in path: String) -> [ImpactUse] {
  guard case .renamed(let new) = change.effect, node.name == bare(change.old.name) else {
    return []
  }
  return [
    ImpactUse(
      path: path, range: node.mainToken.range, effect: .breaks, cause: change.cause,
      message: "'\(node.name)' implements a method that is now '\(bare(new.name))'",
      edit: Edit(node.mainToken.range, new.name), newName: bare(new.name))
  ]
}

/// A `switch` over an enum that has one more case, without a way for it.
private func switchUses(
  _ node: Node, _ semantics: FileSemantics, _ scene: SwiftImpactScene
) -> [ImpactUse] {
  let additions = scene.table.comparison.additions.filter { $0.kind == .enumCase }
  guard !additions.isEmpty, let view = SwitchExpr(node), let subject = view.subject?.node,
    let type = semantics.type(of: subject).fullyUnwrapped.nominalSymbol, type.isGenerated
  else { return [] }
  let name = unqualified(type)
  let wanted = additions.filter { $0.type == name }
  guard !wanted.isEmpty else { return [] }
  for label in view.cases {
    guard case .items = label.label else { return [] }
    for item in label.caseItems where item.whereCondition == nil {
      if item.pattern?.takesEverything ?? false { return [] }
    }
  }
  return wanted.map { addition in
    ImpactUse(
      path: node.tree.source.path, range: node.mainToken.range, effect: .breaks,
      cause: addition.cause,
      message: "this 'switch' has no case '\(addition.name)' and no 'default'", edit: nil,
      newName: nil)
  }
}
