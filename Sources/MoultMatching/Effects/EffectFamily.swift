package import MoultSemantics
import MoultSyntax

/// What must change together with a declaration that gets an effect: what it overrides, and the requirements
/// that it meets.
///
/// Neither other witnesses nor overrides belong to it: Swift lets both do less than what they stand for, so
/// they and their direct callers stay as they are.
struct EffectFamily {
  var members: [Symbol] = []

  /// Why the declaration cannot change, as a phrase; nil if it can.
  var obstacle: String?

  /// Why a person should look at the change: sentences without a final period.
  var doubts: [String] = []

  /// Whether it stands for `setUp` or `tearDown` of XCTest, which may throw only where they may also suspend.
  private(set) var isTestLifecycle = false

  /// Whether whoever calls it relies on what it has done when it returns, although it has no value: it is asked for by the standard
  /// library, or is the `main` of an operation, or what a program does.
  private(set) var mustFinish = false

  /// The conformances that get another name with it.
  private(set) var conformances: [Node] = []

  /// The names of what is started by a statement, which awaits it then.
  private(set) var starts: [Node] = []

  /// The members that get another name with it.
  private(set) var renames: [(member: Symbol, name: String)] = []

  init(of symbol: Symbol, _ effects: Effects, in model: ProjectModel, _ calls: CallGraph) {
    var open = [symbol]
    var known: Set<Symbol> = []
    while let next = open.popLast(), obstacle == nil {
      guard known.insert(next).inserted else { continue }
      members.append(next)
      obstacle = MoultMatching.obstacle(to: effects, of: next)
      doubts += MoultMatching.doubts(about: next)
      if obstacle == nil, effects.contains(.async), forks(next, calls) {
        obstacle =
          "'\(next.name)' forks the process, and in the child nothing that suspends goes on"
        mustFinish = true
      }
      guard obstacle == nil, let owner = next.parent, owner.kind.isNominalType else { continue }
      let command = CommandThatSuspends(next, of: owner, effects, in: model, calls)
      if let reason = command?.obstacle {
        obstacle = reason
        mustFinish = true
        continue
      }
      conformances += command?.conformances ?? []
      starts += [command?.start].compactMap(\.self)
      let relatives = Relatives(of: next, in: owner, model, calls)
      for ancestor in relatives.ancestors where ancestor.asksForUnlisted(next) {
        obstacle = "'\(next.name)' is declared by '\(ancestor.name)' of \(ancestor.module)"
        mustFinish = true
      }
      // An initializer of a superclass is called, and not stood for.
      let overridden = relatives.above.filter { met in
        next.kind != .initializer || met.parent?.kind == .protocolType
      }
      for met in overridden where !effects.subtracting(met.effects).isEmpty {
        if met.isOfProject {
          open.append(met)
        } else if met.isTestLifecycle {
          isTestLifecycle = true
        } else if let name = met.lifecycleThatSuspends {
          let types =
            [owner] + calls.descendants(of: owner) + relatives.ancestors.filter(\.isOfProject)
          let isAlone =
            relatives.below.isEmpty && !overridden.contains(where: \.isOfProject)
            && !types.contains { type in
              model.declaredMembers(of: type, named: name).contains { !$0.isStatic }
            }
          if isAlone {
            isTestLifecycle = true
            renames.append((next, name))
          } else {
            obstacle =
              "'\(met.name)' of XCTest cannot suspend: do it in an override of '\(name)() async throws'"
            mustFinish = true
          }
        } else {
          obstacle =
            "'\(met.name)' is declared by '\(met.parent?.name ?? owner.name)' of \(met.module)"
          mustFinish = mustFinish || met.module == "Swift"
        }
      }
      let isOverride =
        next.declaration?.declarationHolder.modifierNames.contains("override") ?? false
      if isOverride, overridden.isEmpty {
        obstacle = "'\(next.name)' overrides a method that is not known"
        mustFinish = next.name == "main"
      } else if command == nil, relatives.hasUnknown, !isOverride,
        next.parent?.kind != .protocolType
      {
        if overridden.isEmpty, isCalledFromOutside(next, of: owner, model, calls) {
          let who = calls.uses(of: next).isEmpty ? "nobody here calls" : "only tests call"
          obstacle =
            "\(who) '\(next.name)', and '\(owner.name)' inherits something that is not known, which may"
        } else {
          doubts.append("'\(owner.name)' inherits something that is not known")
        }
      }
    }
  }
}

/// Whether what a type inherits must be what calls a member, as a framework calls its delegates: nobody in the project does, and no
/// other package has a reason to, unless one declares what is inherited.
private func isCalledFromOutside(
  _ member: Symbol, of owner: Symbol, _ model: ProjectModel, _ calls: CallGraph
) -> Bool {
  let holder = member.declaration?.declarationHolder
  let isTest =
    member.name.hasPrefix("test") && member.parameterLabels.isEmpty
    || holder?.attributes.contains { $0.name == "Test" } ?? false
  guard !isTest else { return false }
  let isPackaged = mayInheritFromPackage(owner, member, model)
  // Tests call what the package calls as well.
  if member.isPublic, isPackaged,
    member.type.holdsUnknown
  {
    return calls.uses(of: member).allSatisfy { use in
      !Set(use.tree.importedModules).isDisjoint(with: ["XCTest", "Testing"])
    }
  }
  let takesUnknown = member.parameterTypes.contains(where: \.holdsUnknown)
  guard takesUnknown || !member.isPublic || isPackaged else { return false }
  return calls.uses(of: member).isEmpty
    && !calls.unknownUses(of: member.name).contains { $0.couldMean(member) }
}

extension SemanticType {
  /// Whether a type that no source declares is part of it.
  fileprivate var holdsUnknown: Bool {
    switch self {
    case .unknown: true
    case .nominal(let symbol, let arguments):
      symbol.isExternal || arguments.contains(where: \.holdsUnknown)
    case .optional(let type), .metatype(let type): type.holdsUnknown
    case .function(let parameters, let result, _, _):
      result.holdsUnknown || parameters.contains(where: \.holdsUnknown)
    case .tuple(let elements): elements.contains { $0.type.holdsUnknown }
    case .composition(let types): types.contains(where: \.holdsUnknown)
    case .genericParameter, .dependentMember: false
    }
  }
}

/// Whether a type, or the extension around a member, stands in a file that imports a package out of the tree.
private func mayInheritFromPackage(
  _ owner: Symbol, _ member: Symbol, _ model: ProjectModel
) -> Bool {
  let modules = [owner, member].compactMap { $0.declaration?.tree.importedModules }.flatMap(\.self)
  let known = Set(model.modules)
  return modules.contains { !isModuleOfPlatform($0) && !known.contains($0) }
}

/// Returns the requirements, what meets them, overrides and what is overridden that must have the types that a declaration
/// has, itself left out.
///
/// - Complexity: O(*n*) in the types that inherit or are inherited, for each of them.
package func declarationsSharingTypes(with symbol: Symbol, in file: FileContext) -> [Symbol] {
  var known = [symbol]
  var next = 0
  while next < known.count {
    let member = known[next]
    next += 1
    guard let owner = member.parent, owner.kind.isNominalType else { continue }
    let relatives = Relatives(of: member, in: owner, file.model, file.calls)
    for other in relatives.above + relatives.below where !known.contains(other) {
      known.append(other)
    }
  }
  return Array(known.dropFirst())
}

/// What a member stands for, and what stands for it.
private struct Relatives {
  /// The requirements that it meets, and what it overrides.
  let above: [Symbol]

  /// What meets it, and what overrides it.
  let below: [Symbol]

  /// The types that may ask for it: what its type inherits, and the protocols of those that inherit from that.
  let ancestors: [Symbol]
  let hasUnknown: Bool

  init(of member: Symbol, in owner: Symbol, _ model: ProjectModel, _ calls: CallGraph) {
    let heirs = calls.descendants(of: owner)
    var all = Ancestors(of: owner, in: model)
    for heir in heirs { all.add(Ancestors(of: heir, in: model)) }
    hasUnknown = all.hasUnknown
    ancestors = all.types.filter { $0 != owner || member.isFromExtensionOfProtocol }
    func members(of types: [Symbol]) -> [Symbol] {
      types.flatMap { model.declaredMembers(of: $0, named: member.name) }.filter { $0 != member }
    }
    above = members(of: ancestors).filter { meets(member, $0) }
    let defaults = members(of: [owner]).filter(\.isFromExtensionOfProtocol)
    below = (defaults + members(of: heirs)).filter { meets($0, member) }
  }
}

/// Whether `member` stands for `other`, a requirement or a member of a superclass.
private func meets(_ member: Symbol, _ other: Symbol) -> Bool {
  guard member.name == other.name, member.kind == other.kind,
    member.isStatic == other.isStatic, member.parameterLabels == other.parameterLabels,
    !other.isFromExtensionOfProtocol
  else { return false }
  return other.parent?.kind == .protocolType || member.parameterTypes == other.parameterTypes
}

extension Symbol {
  /// XCTest calls both forms of `setUp` and `tearDown`, the plain one and the one that is async and throws.
  ///
  /// Those of the class have no other form.
  var isTestLifecycle: Bool {
    module == "XCTest" && (name == "setUp" || name == "tearDown") && !isStatic
  }

  /// The member of XCTest that is called at the same time as this one and may suspend, where this one may not.
  var lifecycleThatSuspends: String? {
    guard module == "XCTest", !isStatic else { return nil }
    return ["setUpWithError": "setUp", "tearDownWithError": "tearDown"][name]
  }

  fileprivate var isFromExtensionOfProtocol: Bool {
    guard parent?.kind == .protocolType, let declaration else { return false }
    return declaration.ancestors.first { $0.kind == .extensionDecl || $0.kind == .protocolDecl }?
      .kind == .extensionDecl
  }
}

extension Node {
  /// The node that carries the modifiers: of a binding, the variable around it.
  var declarationHolder: Node { kind == .patternBinding ? parent ?? self : self }
}

/// The types that a type inherits and conforms to, itself included.
private struct Ancestors {
  private(set) var types: [Symbol] = []
  private(set) var hasUnknown = false

  init(of type: Symbol, in model: ProjectModel) {
    var open = [type]
    var known: Set<Symbol> = []
    while let next = open.popLast() {
      guard known.insert(next).inserted else { continue }
      types.append(next)
      for inherited in model.inheritedTypes(of: next) {
        if let symbol = inherited.nominalSymbol {
          if symbol.isExternal { hasUnknown = true } else { open.append(symbol) }
        } else if inherited.isUnknown {
          hasUnknown = true
        }
      }
    }
  }

  mutating func add(_ other: Ancestors) {
    for type in other.types where type.kind == .protocolType && !types.contains(type) {
      types.append(type)
    }
  }
}

/// Whether a function calls `fork()`: the threads that run what suspends are not there in the child.
private func forks(_ symbol: Symbol, _ calls: CallGraph) -> Bool {
  guard calls.isMentioned("fork"), let declaration = symbol.declaration else { return false }
  return declaration.descendants.contains { node in
    node.kind == .functionCall && node.callee?.text == "fork" && node.arguments.isEmpty
  }
}

/// Why a declaration cannot get the effects, as a phrase, or nil if it can.
private func obstacle(to effects: Effects, of symbol: Symbol) -> String? {
  guard symbol.isOfProject, let declaration = symbol.declaration else {
    return "'\(symbol.name)' is not declared by the project"
  }
  if symbol.isGenerated { return "'\(symbol.name)' is generated" }
  let holder = declaration.declarationHolder
  let attributes = holder.attributes.map(\.name)
  if let owner = symbol.parent?.declaration?.declarationHolder.attributes.map(\.name) {
    let isWrapped =
      owner.contains("propertyWrapper")
      && (["wrappedValue", "projectedValue"].contains(symbol.name) || symbol.kind == .initializer)
    let isBuilding = owner.contains("resultBuilder") && symbol.name.hasPrefix("build")
    if isWrapped || isBuilding { return "'\(symbol.name)' is called by what Swift itself writes" }
  }
  for name in ["objc", "IBAction", "IBSegueAction", "_cdecl", "NSManaged"]
  where attributes.contains(name) {
    return "'\(symbol.name)' is '@\(name)', whose callers are not Swift's"
  }
  if effects.contains(.throwing), declaration.isRethrowing {
    return "'\(symbol.name)' rethrows"
  }
  if symbol.kind == .property || symbol.kind == .subscript {
    if holder.modifierNames.contains("lazy") { return "'\(symbol.name)' is lazy" }
    let accessors = declaration.accessors
    guard declaration.accessorBlock != nil else { return "'\(symbol.name)' is stored" }
    if accessors.contains(where: { $0.name != "get" }) {
      return "'\(symbol.name)' can be set, so its getter can neither suspend nor throw"
    }
  }
  return nil
}

/// Why a person should look at a declaration that changed.
private func doubts(about symbol: Symbol) -> [String] {
  guard let holder = symbol.declaration?.declarationHolder else { return [] }
  var doubts: [String] = []
  if symbol.isPublic || symbol.parent?.isPublicProtocol == true {
    doubts.append("'\(symbol.name)' is public, and other packages may call it")
  }
  let known: Set = ["MainActor", "Test", "Sendable", "TaskLocal", "Suite"]
  for attribute in holder.attributes.map(\.name)
  where attribute.first?.isUppercase == true && !known.contains(attribute) {
    doubts.append("'@\(attribute)' on '\(symbol.name)' may not allow it")
  }
  return doubts
}

extension Symbol {
  /// Whether its declaration, or an extension around it, says so.
  fileprivate var isPublic: Bool {
    guard let holder = declaration?.declarationHolder else { return false }
    let around = [holder] + holder.ancestors.filter { $0.kind == .extensionDecl }
    return around.contains { node in
      node.modifierNames.contains("public") || node.modifierNames.contains("open")
    }
  }

  /// A requirement is as visible as its protocol.
  fileprivate var isPublicProtocol: Bool {
    kind == .protocolType && (declaration?.modifierNames.contains("public") ?? false)
  }
}
