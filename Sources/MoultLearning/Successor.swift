import MoultSemantics
import MoultSyntax

/// The declaration that takes the place of a retired one.
struct Successor {
  let symbol: Symbol

  /// How it is called: `Type(a:b:)` is `Type.init(a:b:)`.
  let name: NewName

  /// Whether several fit that differ in their types alone.
  let isOverloaded: Bool
}

/// Finds what `renamed:` names, as seen from the declaration that it stands on.
struct SuccessorSearch {
  let model: ProjectModel

  /// Returns what the new name means, or nil if nothing that is known is called so.
  func successor(of old: Symbol, _ name: NewName) -> Successor? {
    for place in places(of: old, name) {
      if let found = best(members(name.base, of: place), for: old, name) { return found }
      // A type with labels behind it is made so.
      guard name.labels != nil, !old.kind.isType, name.accessor == nil, name.selfIndex == nil else {
        continue
      }
      for type in members(name.base, of: place) where type.kind.isType {
        guard let made = resolved(type) else { continue }
        let called = name.initializer
        if let found = best(members("init", of: made), for: old, called) { return found }
      }
    }
    return nil
  }

  private func best(_ candidates: [Symbol], for old: Symbol, _ name: NewName) -> Successor? {
    var found = candidates.filter { $0 != old && fits($0, name, old) }
    for isBetter: (Symbol) -> Bool in [
      { hasSameParameters($0, old, besides: name.selfIndex) },
      { $0.declaration?.availability == nil },
      { $0.parameters.count == old.parameters.count },
    ] where found.count > 1 {
      let better = found.filter(isBetter)
      if !better.isEmpty { found = better }
    }
    return found.first.map { Successor(symbol: $0, name: name, isOverloaded: found.count > 1) }
  }

  /// The types and modules in which the new name is looked for, the likeliest first.
  private func places(of old: Symbol, _ name: NewName) -> [Symbol] {
    var outward = Array(sequence(first: old.parent, next: { $0?.parent })).compactMap(\.self)
    if outward.last?.kind != .module, let module = model.symbol(named: old.module) {
      outward.append(module)
    }
    guard let first = name.context.first else {
      // What has left for another module is found there; so is what a module passes on under its own name.
      return outward + neighbours(of: old.module)
    }
    var starts: [Symbol] = []
    for place in outward + neighbours(of: old.module) {
      if place.kind.isNominalType, place.name == first { starts.append(place) }
      starts += members(first, of: place).filter { $0.kind.isType }
    }
    if let module = model.symbol(named: first), module.kind == .module { starts.append(module) }
    return starts.compactMap { start in
      var place = resolved(start)
      for part in name.context.dropFirst() {
        guard let next = place.flatMap({ members(part, of: $0).first { $0.kind.isType } }) else {
          return nil
        }
        place = resolved(next)
      }
      return place
    }
  }

  /// The modules of the interfaces and the project beside one, in a fixed order.
  private func neighbours(of module: String) -> [Symbol] {
    model.modules.filter { $0 != module }.compactMap { model.symbol(named: $0) }
      .filter { $0.kind == .module }
  }

  /// The type that an alias stands for.
  private func resolved(_ symbol: Symbol) -> Symbol? {
    guard symbol.kind == .typeAlias else { return symbol }
    if case .metatype(let type) = symbol.type { return type.nominalSymbol ?? symbol }
    return symbol.type.nominalSymbol ?? symbol
  }

  private func members(_ name: String, of place: Symbol) -> [Symbol] {
    model.members(of: place, named: name)
  }

  private func fits(_ symbol: Symbol, _ name: NewName, _ old: Symbol) -> Bool {
    if old.kind.isType { return symbol.kind.isType }
    if symbol.kind.isType { return false }
    guard let labels = name.labels else {
      // A name without parentheses keeps the labels that there were.
      return !symbol.kind.isCallable || !old.kind.isCallable
        || matched(old.parameterLabels, among: symbol.parameters) != nil
    }
    if symbol.kind == .property { return name.accessor != nil || labels.isEmpty }
    return matched(labels, among: symbol.parameters) != nil
  }

  /// Whether what is handed on has the types that it had.
  ///
  /// - Parameter left: the parameter of the old one that is the new one's receiver.
  func hasSameParameters(_ new: Symbol, _ old: Symbol, besides left: Int? = nil) -> Bool {
    guard old.kind.isCallable || old.kind == .enumCase else { return true }
    guard let mine = old.declaration, let theirs = new.declaration else { return false }
    var types = writtenParameters(mine)
    if let left, left < types.count { types.remove(at: left) }
    let offered = writtenParameters(theirs)
    guard types.count <= offered.count else { return false }
    // Others have defaults, or the new one would not fit.
    if types.count == offered.count { return types == offered }
    let required = new.parameters.indices.filter { !new.parameters[$0].hasDefault }
    return types == required.map { offered[$0] } || types == Array(offered.prefix(types.count))
  }
}

/// Returns which parameters arguments with these labels are for, if all others have defaults; nil if they do not fit.
func matched(_ labels: [String?], among parameters: [SymbolParameter]) -> [Int]? {
  var found: [Int] = []
  var next = 0
  for label in labels {
    while next < parameters.count, parameters[next].label != label {
      guard parameters[next].hasDefault || parameters[next].isVariadic else { return nil }
      next += 1
    }
    guard next < parameters.count else { return nil }
    found.append(next)
    next += 1
  }
  return parameters[next...].allSatisfy { $0.hasDefault || $0.isVariadic } ? found : nil
}

/// The types of a declaration's parameters, as written, in one spelling.
func writtenParameters(_ declaration: Node) -> [String] {
  declaration.parameters.map { $0.parameterType.map(spelling) ?? "" }
}

/// The type of a declaration's result or value, as written; empty if nothing is written.
func writtenResult(_ declaration: Node) -> String {
  let binding =
    declaration.kind == .variableDecl ? declaration.bindings.first ?? declaration : declaration
  let holder = binding.kind == .identifierPattern ? binding.parent ?? binding : binding
  return (holder.returnType ?? holder.annotatedType).map(spelling) ?? ""
}

/// A type without blanks and without attributes that callers do not notice.
private func spelling(_ type: Node) -> String {
  type.tokenIDs.map { type.tree.text(of: TokenID(rawValue: UInt32($0))) }.joined(separator: " ")
    .replacing("@ escaping ", with: "").replacing("@ Sendable ", with: "")
    .replacing("any ", with: "")
}
