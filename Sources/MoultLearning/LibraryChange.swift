import MoultMatching
package import MoultSemantics
import MoultSyntax

/// What a newer version of a library did to a declaration of an older one.
package struct LibraryChange: Sendable {
  package enum Kind: Sendable {
    /// Nothing of its name, or of its labels, is there.
    case removed
    /// It is there, and `@available` warns of it or refuses it.
    case retired(Availability)
    /// It is there with other effects, or with an optional where there was none or the other way round.
    case changed
    /// A type that another module declares now.
    case moved
  }

  /// What a use is.
  package enum Use: Sendable {
    case mention
    /// A type that conforms to the protocol.
    case conformance
  }

  /// How a use becomes one of the newer version, in the words of a rule page.
  package enum Rewriting: Hashable, Sendable {
    /// Another expression or type, with `$base`, `$1`, ….
    case text(String)
    /// The same call with another name and other labels.
    case call(name: String?, labels: [String: String])
    /// The same code, with other things around it; nil where nothing changes.
    case surroundings(throws: Bool?, async: Bool?, optional: Bool?)
  }

  /// The declaration in the older version.
  package let old: Symbol
  package let kind: Kind

  /// Nil where a person has to choose.
  package let rewriting: Rewriting?

  /// Whether the library itself says so, in `renamed:` or in a body that hands on; not what is concluded from names and types.
  package let isSaid: Bool

  /// A sentence without a final period.
  package let message: String

  /// What of the declaration's uses changes.
  package var use = Use.mention

  /// The likeliest declarations to take its place, by qualified name, the likeliest first.
  package let candidates: [String]
}

/// Compares what two versions of a library declare, by names, labels, types and what `@available` and bodies say.
///
/// Declarations whose names begin with `_`, operators, subscripts and members that a library adds to types of others are passed
/// over. Of overloads that differ in types alone one change is made, and only what holds for all of them.
package struct LibraryComparison {
  private let old: ProjectModel
  private let new: ProjectModel
  private let oldModules: [String]
  private let newModules: [String]

  /// What the newer version calls itself in messages.
  private let version: String

  private let newTypes: [Symbol]
  private let newMembers: [Symbol]
  private let newWords: [[String]]

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
    let provided = new.declaredMembers(of: home).filter { !isRequirement($0) }
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
      isRequirement(symbol) && !symbol.kind.isType
    }
  }

  /// Whether a member of a protocol stands in its own braces.
  private func isRequirement(_ symbol: Symbol) -> Bool {
    let around = symbol.declaration?.ancestors.first { $0.child(.memberBlock) != nil }
    return around?.kind == .protocolDecl
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
  private func counterparts(of symbol: Symbol) -> [Symbol] {
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
  private func homes(of place: Symbol) -> [Symbol] {
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
  private func isStillCalled(_ symbol: Symbol) -> Bool {
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

  // MARK: What the library says

  /// What `renamed:` or the body of a declaration says, if the newer version has what is named.
  private func saidRewriting(
    _ symbol: Symbol, _ said: Availability, in model: ProjectModel
  ) -> (rewriting: LibraryChange.Rewriting, name: String, isExact: Bool)? {
    let search = SuccessorSearch(model: model)
    for name in [said.renamed.flatMap(NewName.init), NewName(forwardedBy: symbol)] {
      guard let name, let found = search.successor(of: symbol, name),
        isThere(found.symbol), !found.isOverloaded || symbol.kind.isCallable,
        let rewriting = rewriting(of: symbol, as: found.symbol, found.name)
      else { continue }
      let isExact =
        symbol.kind.isType
        || search.hasSameParameters(found.symbol, symbol) && hasSameResult(found.symbol, symbol)
          && found.symbol.effects == symbol.effects
      return (rewriting, found.symbol.qualifiedName, isExact)
    }
    guard let body = bodyExpression(of: symbol),
      let text = BodyTemplate(symbol, in: model).text(of: body)
    else { return nil }
    return (.text(text), text, false)
  }

  private func hasSameResult(_ new: Symbol, _ old: Symbol) -> Bool {
    guard let mine = old.declaration, let theirs = new.declaration else { return false }
    return old.isFailable == new.isFailable && old.kind == new.kind
      && bare(writtenResult(mine)) == bare(writtenResult(theirs))
  }

  private func isThere(_ symbol: Symbol) -> Bool {
    counterparts(of: symbol).contains { other in
      other.declaration?.availability.map { $0.kind == .onSomePlatforms } ?? true
    }
  }

  /// The names in back-ticks or quotes of a message that the newer version declares.
  private func mentioned(in said: Availability) -> [String] {
    let names = Set((said.message ?? "").split { "`'\" ".contains($0) }.map(String.init))
    return (newMembers + newTypes).filter { symbol in
      names.contains { $0 == symbol.name || $0.hasPrefix(symbol.name + "(") }
    }.prefix(3).map(\.qualifiedName)
  }

  // MARK: What follows from names and types

  /// What alone came in the place of a declaration with all its types: other labels, or another name.
  private func concluded(_ group: [Symbol]) -> (LibraryChange.Rewriting, String)? {
    guard group.count == 1, let symbol = group.first, let parent = symbol.parent,
      let home = homes(of: parent).first, homes(of: parent).count == 1,
      let declaration = symbol.declaration, !symbol.kind.isType
    else { return nil }
    let isGone = { (other: Symbol) in counterparts(of: other).isEmpty && !isStillCalled(other) }
    func alike(_ other: Symbol) -> Bool {
      guard other.kind == symbol.kind, other.isStatic == symbol.isStatic,
        other.effects == symbol.effects, let theirs = other.declaration
      else { return false }
      return writtenParameters(theirs).map(bare) == writtenParameters(declaration).map(bare)
        && bare(writtenResult(theirs)) == bare(writtenResult(declaration))
        && other.isFailable == symbol.isFailable
    }
    let come = new.declaredMembers(of: home).filter { other in
      alike(other) && !other.name.hasPrefix("_") && !wasThere(other, in: parent)
        && other.declaration?.availability == nil
    }
    let gone = old.declaredMembers(of: parent).filter { alike($0) && isGone($0) }
    func pair(_ isMeant: (Symbol) -> Bool) -> (LibraryChange.Rewriting, String)? {
      let come = come.filter(isMeant)
      guard come.count == 1, let new = come.first, gone.filter(isMeant).count == 1 else {
        return nil
      }
      let name = NewName(written(new))
      return name.flatMap { rewriting(of: symbol, as: new, $0) }.map { ($0, new.qualifiedName) }
    }
    // The same name with other labels, or a name that has a word of the old one in it.
    if let found = pair({ $0.name == symbol.name }) { return found }
    guard symbol.kind != .initializer, come.count == 1, gone.count == 1, let new = come.first,
      !Set(words(of: new.name)).isDisjoint(with: words(of: symbol.name))
    else { return nil }
    return pair { _ in true }
  }

  private func wasThere(_ symbol: Symbol, in parent: Symbol) -> Bool {
    old.declaredMembers(of: parent, named: symbol.name).contains {
      $0.parameterLabels == symbol.parameterLabels
    }
  }

  private func written(_ symbol: Symbol) -> String {
    guard symbol.kind.isCallable else { return symbol.name }
    return symbol.name + "(" + symbol.parameterLabels.map { ($0 ?? "_") + ":" }.joined() + ")"
  }

  /// Returns how a use of one is written as a use of the other; nil where that needs more than names.
  private func rewriting(
    of old: Symbol, as new: Symbol, _ name: NewName
  ) -> LibraryChange.Rewriting? {
    if old.kind.isType { return new.kind.isType ? .text(path(of: new)) : nil }
    guard name.selfIndex == nil, name.accessor == nil, !name.isOperator else { return nil }
    let isBeside = old.parent?.name == new.parent?.name
    if old.kind == .enumCase {
      guard old.parameters.isEmpty, new.kind == .enumCase || new.isStatic, isBeside else {
        return nil
      }
      return .text("." + new.name)
    }
    let before = old.parent?.kind.isNominalType ?? false
    let after = new.parent?.kind.isNominalType ?? false
    // What changes its place is written out; what stays is a member of what it was one of.
    let head: String
    if isBeside, before {
      head = "$base."
    } else if !before, !after {
      head = ""
    } else {
      guard new.isStatic || !after, old.isStatic || !before, old.kind != .initializer,
        new.kind != .initializer, let parent = new.parent
      else { return nil }
      head = after ? path(of: parent) + "." : ""
    }
    if isBeside, before, old.isStatic != new.isStatic, old.kind != .initializer { return nil }
    if new.kind == .property {
      guard old.kind == .property || old.parameters.isEmpty else { return nil }
      return .text(head + new.name)
    }
    if old.kind == .property {
      return new.parameters.allSatisfy(\.hasDefault) ? .text(head + new.name + "()") : nil
    }
    let labels = name.labels ?? old.parameterLabels
    guard labels.count == old.parameters.count else { return nil }
    if head.isEmpty || isBeside {
      var changed: [String: String] = [:]
      let pairs = zip(old.parameterLabels, labels).filter { $0 != $1 }
      // A label that stands twice, or none at all, does not say which argument is meant.
      let isPlain = pairs.allSatisfy { before, _ in
        before != nil && old.parameterLabels.count { $0 == before } == 1
      }
      if isPlain {
        for (before, after) in pairs { changed[before ?? ""] = after ?? "_" }
        let name = old.name == new.name ? nil : new.name
        // What made a value is another initialiser, or code of its own.
        guard (old.kind == .initializer) == (new.kind == .initializer) else { return nil }
        return name == nil && changed.isEmpty ? nil : .call(name: name, labels: changed)
      }
    }
    guard old.kind != .initializer, old.parameters.allSatisfy({ !$0.hasDefault && !$0.isVariadic })
    else { return nil }
    let list = labels.enumerated().map { index, label in
      (label.map { $0 + ": " } ?? "") + "$\(index + 1)"
    }.joined(separator: ", ")
    return .text("\(head)\(new.name)(\(list))")
  }

  private func path(of symbol: Symbol) -> String {
    guard let parent = symbol.parent, parent.kind != .module else { return symbol.name }
    return path(of: parent) + "." + symbol.name
  }

  /// A written type without the modules in front of names.
  private func bare(_ type: String) -> String {
    var text = type
    for module in ["Swift", "Foundation"] + oldModules + newModules {
      text = text.replacing("\(module) . ", with: "")
    }
    return text == "( )" ? "Void" : text
  }

  // MARK: Likely successors

  /// The declarations of the newer version that are most like one, by name, kind, place and types.
  private func candidates(for symbol: Symbol) -> [String] {
    let own = words(of: symbol.name)
    let place = symbol.parent.flatMap { $0.kind == .module ? nil : $0.name }
    var scored: [(score: Double, name: String)] = []
    if symbol.kind.isType {
      for type in newTypes where type.declaration?.availability == nil {
        var score = likeness(own, words(of: type.name))
        if type.kind == symbol.kind { score += 0.1 }
        if score >= 0.5 { scored.append((score, type.qualifiedName)) }
      }
    } else {
      for (member, words) in zip(newMembers, newWords) where member.declaration?.availability == nil
      {
        var score =
          symbol.kind == .initializer
          ? member.kind == .initializer && member.parent?.name == place ? 0.6 : 0
          : likeness(own, words)
        if score == 0 { continue }
        if member.parent?.name == place { score += 0.3 }
        if member.kind == symbol.kind { score += 0.1 }
        if member.parameterLabels == symbol.parameterLabels { score += 0.1 }
        if score >= 0.7 { scored.append((score, member.qualifiedName)) }
      }
    }
    var seen: Set<String> = []
    return scored.sorted { ($1.score, $0.name) < ($0.score, $1.name) }
      .map(\.name).filter { seen.insert($0).inserted }.prefix(3).map(\.self)
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
    case .genericParameter, .associatedType, .local, .module, .operatorFunction, .subscript, .macro:
      continue
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

/// The words that a name is made of, in lower case: `http`, `client` for `HTTPClient`.
private func words(of name: String) -> [String] {
  var words: [String] = []
  var current = ""
  let characters = Array(name)
  for (index, character) in characters.enumerated() {
    let isStart =
      character.isUppercase
      && (index > 0 && !characters[index - 1].isUppercase
        || index + 1 < characters.count && characters[index + 1].isLowercase)
    if isStart || character == "_", !current.isEmpty {
      words.append(current)
      current = ""
    }
    if character != "_" { current += character.lowercased() }
  }
  return current.isEmpty ? words : words + [current]
}

/// How much two names have in common, from 0 to 1: twice the words of both, by the words of each.
private func likeness(_ first: [String], _ second: [String]) -> Double {
  let common = Set(first).intersection(second).count
  return Double(2 * common) / Double(max(1, Set(first).count + Set(second).count))
}
