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
  /// library, or is the `main` of an operation.
  private(set) var mustFinish = false

  init(of symbol: Symbol, _ effects: Effects, in model: ProjectModel, _ calls: CallGraph) {
    var open = [symbol]
    var known: Set<Symbol> = []
    while let next = open.popLast(), obstacle == nil {
      guard known.insert(next).inserted else { continue }
      members.append(next)
      obstacle = MoultMatching.obstacle(to: effects, of: next)
      doubts += MoultMatching.doubts(about: next)
      guard obstacle == nil, let owner = next.parent, owner.kind.isNominalType else { continue }
      var ancestors = Ancestors(of: owner, in: model)
      for heir in calls.descendants(of: owner) { ancestors.add(Ancestors(of: heir, in: model)) }
      var hasOverridden = false
      for ancestor in ancestors.types where ancestor != owner || next.isFromExtensionOfProtocol {
        if ancestor.asksForUnlisted(next) {
          obstacle = "'\(next.name)' is declared by '\(ancestor.name)' of \(ancestor.module)"
          mustFinish = true
        }
        for met in model.declaredMembers(of: ancestor) where met != next && meets(next, met) {
          hasOverridden = true
          let missing = effects.subtracting(met.effects)
          if missing.isEmpty { continue }
          if met.isOfProject {
            open.append(met)
          } else if met.isTestLifecycle {
            isTestLifecycle = true
          } else {
            obstacle = "'\(met.name)' is declared by '\(ancestor.name)' of \(met.module)"
            mustFinish = mustFinish || met.module == "Swift"
          }
        }
      }
      let isOverride =
        next.declaration?.declarationHolder.modifierNames.contains("override") ?? false
      if isOverride, !hasOverridden {
        obstacle = "'\(next.name)' overrides a method that is not known"
        mustFinish = next.name == "main"
      } else if ancestors.hasUnknown, !isOverride, next.parent?.kind != .protocolType {
        if !hasOverridden, isCalledFromOutside(next, calls) {
          obstacle =
            "nobody here calls '\(next.name)', and '\(owner.name)' inherits something that is not known, which may"
        } else {
          doubts.append("'\(owner.name)' inherits something that is not known")
        }
      }
    }
  }
}

/// Whether what a type inherits must be what calls a member, as a framework calls its delegates: nobody in the project does, and no
/// other package has a reason to.
private func isCalledFromOutside(_ member: Symbol, _ calls: CallGraph) -> Bool {
  let holder = member.declaration?.declarationHolder
  let isTest =
    member.name.hasPrefix("test") && member.parameterLabels.isEmpty
    || holder?.attributes.contains { $0.name == "Test" } ?? false
  guard !isTest else { return false }
  let takesUnknown = member.parameterTypes.contains { type in
    let type = type.fullyUnwrapped
    return type.isUnknown || type.nominalSymbol?.isExternal ?? false
  }
  guard takesUnknown || !member.isPublic else { return false }
  return calls.uses(of: member).isEmpty
    && !calls.unknownUses(of: member.name).contains { $0.couldMean(member) }
}

/// Whether `member` stands for `other`, a requirement or a method of a superclass.
private func meets(_ member: Symbol, _ other: Symbol) -> Bool {
  guard member.name == other.name, member.kind == other.kind,
    member.isStatic == other.isStatic, member.parameterLabels == other.parameterLabels,
    !other.isFromExtensionOfProtocol
  else { return false }
  guard other.parent?.kind != .protocolType else { return true }
  return member.kind != .initializer && member.parameterTypes == other.parameterTypes
}

/// Returns the requirements, what meets them, overrides and what is overridden that must have the types that a declaration
/// has, itself left out.
///
/// - Complexity: O(*n*) in the types that inherit or are inherited, for each of them.
package func declarationsSharingTypes(
  with symbol: Symbol, in model: ProjectModel, _ calls: CallGraph
) -> [Symbol] {
  var known = [symbol]
  var next = 0
  while next < known.count {
    let member = known[next]
    next += 1
    guard let owner = member.parent, owner.kind.isNominalType else { continue }
    let heirs = calls.descendants(of: owner)
    var ancestors = Ancestors(of: owner, in: model)
    for heir in heirs { ancestors.add(Ancestors(of: heir, in: model)) }
    for type in ancestors.types where type != owner {
      known += model.declaredMembers(of: type).filter { !known.contains($0) && meets(member, $0) }
    }
    for heir in heirs {
      known += model.declaredMembers(of: heir).filter { !known.contains($0) && meets($0, member) }
    }
  }
  return Array(known.dropFirst())
}

/// Whether a requirement, an override or what is overridden must have the type that a declaration has.
package func sharesItsType(
  _ symbol: Symbol, in model: ProjectModel, _ calls: CallGraph
) -> Bool {
  guard let owner = symbol.parent, owner.kind.isNominalType else { return false }
  let heirs = calls.descendants(of: owner)
  var ancestors = Ancestors(of: owner, in: model)
  for heir in heirs { ancestors.add(Ancestors(of: heir, in: model)) }
  let isAsked = ancestors.types.contains { ancestor in
    (ancestor != owner || symbol.isFromExtensionOfProtocol)
      && model.declaredMembers(of: ancestor).contains { $0 != symbol && meets(symbol, $0) }
  }
  return isAsked
    || heirs.contains { heir in
      model.declaredMembers(of: heir).contains { $0 != symbol && meets($0, symbol) }
    }
}

extension Symbol {
  /// XCTest calls both forms of `setUp` and `tearDown`, the plain one and the one that is async and throws.
  ///
  /// Those of the class have no other form.
  var isTestLifecycle: Bool {
    module == "XCTest" && (name == "setUp" || name == "tearDown") && !isStatic
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
      && ["wrappedValue", "projectedValue"].contains(symbol.name)
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
