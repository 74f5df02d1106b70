import MoultMatching
package import MoultSemantics
import MoultSyntax

/// Compares what two versions of a library declare, by names, labels, types and what `@available` and bodies say.
///
/// Declarations whose names begin with `_`, `==`, `<` and members that a library adds to types of others are passed
/// over. Of overloads that differ in types alone one change is made, and only what holds for all of them.
package struct LibraryComparison {
  let old: ProjectModel
  let new: ProjectModel
  let oldModules: [String]
  let newModules: [String]

  /// What the newer version calls itself in messages.
  let version: String

  let newTypes: [Symbol]
  let newMembers: [Symbol]
  let newWords: [[String]]

  package init(
    from old: ProjectModel, _ oldModules: [String], to new: ProjectModel, _ newModules: [String],
    version: String
  ) {
    self.old = old
    self.new = new
    self.oldModules = oldModules
    self.newModules = newModules
    self.version = version
    let all = newModules.flatMap { declared(in: $0, of: new) }
    newTypes = all.filter { $0.kind.isType }
    newMembers = all.filter { !$0.kind.isType }
    newWords = newMembers.map { words(of: $0.name) }
  }

  /// The modules that are gone, with what may have taken their place.
  package var goneModules: [(module: String, candidates: [String])] {
    let come = newModules.filter { !oldModules.contains($0) }
    return oldModules.filter { !newModules.contains($0) }.map { ($0, come) }
  }

  /// Returns what changed, in the order of the qualified names.
  ///
  /// - Complexity: O(*n* · *m*) in what is gone and what the newer version declares.
  package func changes() -> [LibraryChange] {
    var groups: [String: [Symbol]] = [:]
    for module in oldModules {
      for symbol in declared(in: module, of: old) {
        groups[symbol.qualifiedName, default: []].append(symbol)
      }
    }
    return groups.sorted { $0.key < $1.key }.flatMap { _, group in
      [change(of: group), group.first.flatMap(conformanceChange)].compactMap(\.self)
    }
  }

  /// What a type that conforms to a protocol has to implement in addition, or may not any more.
  private func conformanceChange(of symbol: Symbol) -> LibraryChange? {
    guard symbol.kind == .protocolType, let home = counterparts(of: symbol).first,
      home.kind == .protocolType
    else { return nil }
    let before = requirements(of: symbol, in: old)
    let provided = new.declaredMembers(of: home).filter { !$0.isRequirement }
    func isSame(_ mine: Symbol, _ theirs: Symbol) -> Bool {
      mine.name == theirs.name && mine.parameterLabels == theirs.parameterLabels
        && mine.isStatic == theirs.isStatic && mine.kind == theirs.kind
    }
    let added = requirements(of: home, in: new).filter { requirement in
      !before.contains { isSame($0, requirement) } && !provided.contains { isSame($0, requirement) }
    }
    guard !added.isEmpty else { return nil }
    var seen: Set<String> = []
    let names = added.map { "'\(written($0))'" }.filter { seen.insert($0).inserted }
    return LibraryChange(
      old: symbol, kind: .changed, rewriting: nil, isSaid: true,
      message: "'\(symbol.name)' requires \(names.joined(separator: ", ")) as of \(version)",
      use: .conformance, candidates: added.map(\.qualifiedName).sorted())
  }

  private func requirements(of type: Symbol, in model: ProjectModel) -> [Symbol] {
    model.declaredMembers(of: type).filter { symbol in
      symbol.isRequirement && !symbol.kind.isType
    }
  }

  // MARK: One declaration

  private func change(of group: [Symbol]) -> LibraryChange? {
    guard let symbol = group.first else { return nil }
    let today = counterparts(of: symbol)
    if today.isEmpty { return isStillCalled(symbol) ? nil : removed(group) }
    let said = today.compactMap { $0.declaration?.availability }
    if said.count == today.count, let said = said.first(where: { $0.kind != .onSomePlatforms }),
      let current = today.first
    {
      return retired(symbol, current, said)
    }
    if symbol.kind.isType {
      guard let home = today.first, home.module != symbol.module else { return nil }
      return LibraryChange(
        old: symbol, kind: .moved, rewriting: nil, isSaid: false,
        message: "'\(symbol.name)' is in '\(home.module)' as of \(version)",
        candidates: [home.qualifiedName])
    }
    guard group.count == 1, today.count == 1, let current = today.first else { return nil }
    return changed(symbol, current)
  }

  /// What the newer version has of the same name and labels, in the same place.
  func counterparts(of symbol: Symbol) -> [Symbol] {
    named(symbol).filter { other in
      symbol.kind.isType
        ? other.kind.isType
        : !other.kind.isType && other.kind.isCallable == symbol.kind.isCallable
          && (!symbol.kind.isCallable || other.parameterLabels == symbol.parameterLabels)
    }
  }

  /// What the newer version has of the same name in the same place.
  private func named(_ symbol: Symbol) -> [Symbol] {
    guard let parent = symbol.parent else { return [] }
    return homes(of: parent).flatMap { home in
      symbol.kind == .initializer || home.kind == .module
        ? new.declaredMembers(of: home, named: symbol.name)
        : new.members(of: home, named: symbol.name)
    }
  }

  /// The type or module of the newer version that has taken the place of one of the older.
  func homes(of place: Symbol) -> [Symbol] {
    if place.kind == .module {
      if newModules.contains(place.name) { return new.symbol(named: place.name).map { [$0] } ?? [] }
      return newModules.filter { !oldModules.contains($0) }.compactMap { new.symbol(named: $0) }
    }
    guard let parent = place.parent else { return [] }
    return homes(of: parent).flatMap { home in
      new.members(of: home, named: place.name).filter { $0.kind.isType }.map { type in
        if type.kind == .typeAlias, case .metatype(let aliased) = type.type,
          let meant = aliased.nominalSymbol
        {
          return meant
        }
        return type
      }
    }
  }

  /// Whether calls as the older version had them still fit, as what was added has defaults.
  func isStillCalled(_ symbol: Symbol) -> Bool {
    if symbol.kind == .enumCase || symbol.kind == .property {
      // A case that became a static member is used as before, but in patterns.
      return named(symbol).contains { $0.kind == .property || $0.kind == .enumCase }
    }
    guard symbol.kind.isCallable else { return false }
    return named(symbol).contains { other in
      other.kind.isCallable && matched(symbol.parameterLabels, among: other.parameters) != nil
    }
  }

  private func removed(_ group: [Symbol]) -> LibraryChange? {
    guard let symbol = group.first else { return nil }
    let candidates = candidates(for: symbol)
    let message = "'\(shortName(of: symbol))' was removed in \(version)"
    // What the older version said of it before it went.
    if let said = group.compactMap({ $0.declaration?.availability }).first,
      let found = saidRewriting(symbol, said, in: old)
    {
      return LibraryChange(
        old: symbol, kind: .removed, rewriting: found.rewriting, isSaid: found.isExact,
        message: message + "; it said to write '\(found.name)'", candidates: [found.name])
    }
    if let (rewriting, name) = concluded(group) {
      return LibraryChange(
        old: symbol, kind: .removed, rewriting: rewriting, isSaid: false,
        message: message + "; '\(name)' is like it",
        candidates: [name] + candidates.filter { $0 != name })
    }
    return LibraryChange(
      old: symbol, kind: .removed, rewriting: nil, isSaid: false, message: message,
      candidates: candidates)
  }

  private func retired(_ symbol: Symbol, _ current: Symbol, _ said: Availability) -> LibraryChange {
    let state = said.kind == .unavailable ? "unavailable" : "deprecated"
    var message = "'\(shortName(of: symbol))' is \(state) as of \(version)"
    if let advice = said.message.map(sentence) { message += "; \(advice)" }
    let found = saidRewriting(current, said, in: new)
    return LibraryChange(
      old: symbol, kind: .retired(said), rewriting: found?.rewriting,
      isSaid: found?.isExact ?? false,
      message: message,
      candidates: found.map { [$0.name] } ?? mentioned(in: said) + candidates(for: symbol))
  }

  private func changed(_ symbol: Symbol, _ current: Symbol) -> LibraryChange? {
    var parts: [String] = []
    let throwing = current.isThrowing == symbol.isThrowing ? nil : current.isThrowing
    let async = current.isAsync == symbol.isAsync ? nil : current.isAsync
    if let throwing { parts.append(throwing ? "throws" : "no longer throws") }
    if let async { parts.append(async ? "is 'async'" : "is no longer 'async'") }
    var optional: Bool?
    if symbol.kind == .property || symbol.kind == .function,
      let before = symbol.declaration.map(writtenResult),
      let after = current.declaration.map(writtenResult)
    {
      if bare(before) == bare(after) + " ?" { optional = false }
      if bare(before) + " ?" == bare(after) { optional = true }
    }
    if let optional { parts.append(optional ? "is optional" : "is no longer optional") }
    let isOfType = current.isStatic == symbol.isStatic ? nil : current.isStatic
    if let isOfType {
      parts.append(isOfType ? "is a member of the type" : "is a member of a value")
    }
    guard !parts.isEmpty else { return nil }
    // What has to wait or to be unwrapped now needs a person, and what need not wait is a warning.
    let isMechanical = async == nil && optional != true && isOfType == nil
    return LibraryChange(
      old: symbol, kind: .changed,
      rewriting: isMechanical
        ? .surroundings(throws: throwing, async: nil, optional: optional) : nil, isSaid: true,
      message: "'\(shortName(of: symbol))' \(parts.joined(separator: " and ")) as of \(version)",
      candidates: [current.qualifiedName])
  }
}

/// The declarations of a module that others can name, outer ones first.
private func declared(in module: String, of model: ProjectModel) -> [Symbol] {
  guard let root = model.symbol(named: module) else { return [] }
  var found: [Symbol] = []
  var open = model.declaredMembers(of: root)
  while let symbol = open.popLast() {
    guard symbol.module == module, !symbol.name.hasPrefix("_"),
      symbol.declaration.map(isHidden) != true
    else { continue }
    switch symbol.kind {
    case .genericParameter, .associatedType, .local, .module, .macro: continue
    // A compiler can write it for a type that declares none.
    case .operatorFunction where symbol.name == "==" || symbol.name == "<": continue
    default: found.append(symbol)
    }
    if symbol.kind.isNominalType { open += model.declaredMembers(of: symbol) }
  }
  return found
}

/// Whether a declaration says that others do not see it; `private(set)` speaks of its setter.
private func isHidden(_ declaration: Node) -> Bool {
  declaration.modifiers.contains { $0.tokenIDs.count == 1 && hidingWords.contains($0.name) }
}
