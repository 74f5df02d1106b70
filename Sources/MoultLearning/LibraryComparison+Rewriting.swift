import MoultMatching
import MoultSemantics
import MoultSyntax

extension LibraryComparison {
  /// What `renamed:` or the body of a declaration says, if the newer version has what is named.
  func saidRewriting(
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
  func mentioned(in said: Availability) -> [String] {
    let names = Set((said.message ?? "").split { "`'\" ".contains($0) }.map(String.init))
    return (newMembers + newTypes).filter { symbol in
      names.contains { $0 == symbol.name || $0.hasPrefix(symbol.name + "(") }
    }.prefix(3).map(\.qualifiedName)
  }

  /// What alone came in the place of a declaration with all its types: other labels, or another name.
  func concluded(_ group: [Symbol]) -> (LibraryChange.Rewriting, String)? {
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

  func written(_ symbol: Symbol) -> String {
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
    guard labels.count == old.parameters.count, old.kind != .operatorFunction,
      new.kind != .operatorFunction
    else { return nil }
    if head.isEmpty || isBeside, old.kind != .subscript, new.kind != .subscript {
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
    if new.kind == .subscript {
      return head == "$base." && !new.isStatic ? .text("$base[\(list)]") : nil
    }
    return .text("\(head)\(new.name)(\(list))")
  }

  private func path(of symbol: Symbol) -> String {
    guard let parent = symbol.parent, parent.kind != .module else { return symbol.name }
    return path(of: parent) + "." + symbol.name
  }

  /// A written type without the modules in front of names.
  func bare(_ type: String) -> String {
    var text = type
    for module in ["Swift", "Foundation"] + oldModules + newModules {
      text = text.replacing("\(module) . ", with: "")
    }
    return text == "( )" ? "Void" : text
  }
}
