/// What `renamed:` says, taken apart as the compiler does (`parseDeclName` in its sources).
///
/// `getter:Type.value(self:)`, `init(serializedBytes:)`, `Type.method(self:to:)`, `Other`.
package struct NewName: Hashable, Sendable {
  package enum Accessor: String, Sendable {
    case getter
    case setter
  }

  /// What comes before the name, from the outermost type or the module on.
  package let context: [String]

  /// `init` and `subscript` among them.
  package let base: String

  /// The argument labels, without that of `self`; nil where no parentheses are written.
  package let labels: [String?]?

  /// Where `self` stands among the arguments of today's function, if that becomes a member of one of them.
  package let selfIndex: Int?

  package let accessor: Accessor?

  /// - Returns: nil for what names nothing.
  package init?(_ text: String) {
    var rest = Substring(text)
    var accessor: Accessor?
    for candidate in [Accessor.getter, .setter] where rest.hasPrefix(candidate.rawValue + ":") {
      accessor = candidate
      rest = rest.dropFirst(candidate.rawValue.count + 1)
    }
    self.accessor = accessor
    var path = rest
    if let open = rest.firstIndex(of: "("), rest.last == ")", open != rest.startIndex {
      path = rest[..<open]
      let inside = rest[rest.index(after: open)...].dropLast()
      guard inside.isEmpty || inside.last == ":" else { return nil }
      var labels: [String?] = inside.split(separator: ":").map { $0 == "_" ? nil : String($0) }
      selfIndex = labels.firstIndex(of: "self")
      if let selfIndex { labels.remove(at: selfIndex) }
      self.labels = labels
    } else {
      labels = nil
      selfIndex = nil
    }
    if path.allSatisfy({ "/=-+!*%<>&|^~?.".contains($0) }) {
      (context, base) = ([], String(path))
    } else {
      let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(unquoted)
      guard let last = parts.last, parts.allSatisfy(isName) else { return nil }
      (context, base) = (Array(parts.dropLast()), last)
    }
    if base.isEmpty { return nil }
  }

  /// The same with `.init` behind its last component.
  var initializer: NewName {
    NewName(
      context: context + [base], base: "init", labels: labels, selfIndex: nil, accessor: nil)
  }

  private init(
    context: [String], base: String, labels: [String?]?, selfIndex: Int?, accessor: Accessor?
  ) {
    self.context = context
    self.base = base
    self.labels = labels
    self.selfIndex = selfIndex
    self.accessor = accessor
  }

  package var isOperator: Bool { !isName(base) }
}

private func unquoted(_ part: Substring) -> String {
  part.first == "`" && part.count > 2 ? String(part.dropFirst().dropLast()) : String(part)
}

private func isName(_ text: String) -> Bool {
  guard let first = text.unicodeScalars.first else { return false }
  return (first == "_" || first == "$" || first.properties.isXIDStart)
    && text.unicodeScalars.dropFirst().allSatisfy { $0 == "$" || $0.properties.isXIDContinue }
}
