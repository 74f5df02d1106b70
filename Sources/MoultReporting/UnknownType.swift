package import MoultFindings

/// Where a place is of which nobody can say whether it is old.
package struct UnknownType: Hashable, Sendable {
  package let path: String

  /// One-based, as the column, which counts bytes.
  package let line: Int
  package let utf8Column: Int
  package let reason: UnknownPlace.Reason

  /// The modules that the type may come from, sorted; empty for any reason but `module`.
  package let modules: [String]

  package init(
    path: String, line: Int, utf8Column: Int, reason: UnknownPlace.Reason, modules: [String]
  ) {
    self.path = path
    self.line = line
    self.utf8Column = utf8Column
    self.reason = reason
    self.modules = modules
  }
}

extension UnknownType: Comparable {
  package static func < (lhs: UnknownType, rhs: UnknownType) -> Bool {
    if lhs.path != rhs.path { return lhs.path.utf8.lexicographicallyPrecedes(rhs.path.utf8) }
    return (lhs.line, lhs.utf8Column) < (rhs.line, rhs.utf8Column)
  }
}

/// A count of places, with what all of them have in common.
extension [UnknownType] {
  /// Returns how many there are, and why, in one line; an end of line is not part of it.
  ///
  /// - Precondition: it is not empty.
  var summary: String {
    let numbers = Dictionary(map { ($0.reason, 1) }, uniquingKeysWith: +)
    let parts = UnknownPlace.Reason.allCases.compactMap { reason in
      numbers[reason].map { "\($0) \(reason.words(namesOfModules(for: reason)))" }
    }
    return "types not known: \(counted(count, "place")) (\(parts.joined(separator: "; ")))"
  }

  /// The modules that most of the places name, the first of those that equally many name by its letters.
  private func namesOfModules(for reason: UnknownPlace.Reason) -> [String] {
    var numbers: [String: Int] = [:]
    for place in self where place.reason == reason {
      for module in place.modules { numbers[module, default: 0] += 1 }
    }
    return numbers.sorted { a, b in a.value != b.value ? a.value > b.value : a.key < b.key }
      .map(\.key)
  }

  /// Returns one line for each place, with its reason.
  var list: String {
    map { place in
      "  \(printable(place.path)):\(place.line):\(place.utf8Column): "
        + "\(place.reason.sentence(place.modules))\n"
    }.joined()
  }
}

extension UnknownPlace.Reason {
  /// Returns what a number of places has in common.
  fileprivate func words(_ modules: [String]) -> String {
    switch self {
    case .module:
      "of modules that are not here, such as "
        + modules.prefix(3).map(printable).joined(separator: ", ")
    case .name: "of names that nothing here declares"
    case .platform: "of the platform's modules"
    case .closure: "of closures' parameters"
    case .context: "where nothing says which type is wanted"
    case .overloads: "where several declarations fit"
    case .macro: "made by macros or property wrappers"
    case .expression: "of expressions that are not followed"
    }
  }

  /// Returns why the type at one place is not known.
  fileprivate func sentence(_ modules: [String]) -> String {
    switch self {
    case .module:
      "the type may be of a module that is not here: "
        + modules.map(printable).joined(separator: ", ")
    case .name: "nothing here declares the name that the type comes from"
    case .platform: "the type comes from what the platform's modules declare"
    case .closure: "nothing says the type of the closure's parameter"
    case .context: "nothing says which type is wanted"
    case .overloads: "several declarations fit"
    case .macro: "a macro or a property wrapper makes the value"
    case .expression: "the expression is not followed"
    }
  }
}
