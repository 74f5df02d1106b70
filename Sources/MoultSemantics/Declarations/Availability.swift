package import MoultSyntax

/// What `@available` says against the use of a declaration.
package struct Availability: Hashable, Sendable {
  /// What a compiler says to a use.
  package enum Kind: String, Sendable {
    /// The compiler warns of a use.
    case deprecated
    /// The compiler refuses a use.
    case unavailable
    /// Only some platforms warn or refuse, most often from a version on.
    case onSomePlatforms
  }

  package let kind: Kind

  /// What the library's authors say, without escapes; nil if they say nothing.
  package let message: String?

  /// What `renamed:` says, as written: `init(serializedBytes:)`, `Other.name`, `getter:value(self:)`.
  package let renamed: String?

  /// The declaration that has the attribute: the one asked about, or the extension around it.
  package let holder: Node
}

extension Node {
  /// What the attributes of a declaration say against its use, or those of the extension that it stands in.
  ///
  /// - Parameter self: as `Symbol.declaration` gives it: a binding or a case's element speaks for the declaration around it.
  package var availability: Availability? {
    let isPart =
      kind == .patternBinding || kind == .enumCaseElement || kind == .identifierPattern
    let holder =
      isPart ? ancestors.first { $0.kind == .variableDecl || $0.kind == .enumCaseDecl } : self
    guard let holder else { return nil }
    if let own = holder.ownAvailability { return own }
    let around = holder.ancestors.first { $0.isMemberContainer }
    guard let around, around.kind == .extensionDecl else { return nil }
    return around.ownAvailability
  }

  /// What the attributes in front of this very node say.
  ///
  /// Of several, one for all platforms counts before one for some, and one that refuses before one that warns.
  package var ownAvailability: Availability? {
    var found: Availability?
    for attribute in attributes where attribute.name == "available" {
      guard let new = availability(saidBy: attribute) else { continue }
      if let old = found, rank(old.kind) >= rank(new.kind) { continue }
      found = new
    }
    return found
  }

  private func availability(saidBy attribute: Node) -> Availability? {
    let arguments = AvailabilityArguments(attribute)
    guard let kind = arguments.kind else { return nil }
    return Availability(
      kind: kind, message: arguments.text("message"), renamed: arguments.text("renamed"),
      holder: self)
  }
}

extension Node {
  /// The `#if … #endif` around a declaration.
  fileprivate var conditions: [Node] { ancestors.filter { $0.kind == .ifConfig } }
}

private func rank(_ kind: Availability.Kind) -> Int {
  switch kind {
  case .onSomePlatforms: 0
  case .deprecated: 1
  case .unavailable: 2
  }
}

/// The arguments between the parentheses of one `@available`.
private struct AvailabilityArguments {
  /// The platform: `*`, `swift`, `macOS`, ….
  private var subject = ""
  /// `deprecated`, `unavailable`, … with what stands behind the colon.
  private var words: [String: String?] = [:]
  private var texts: [String: String] = [:]

  init(_ attribute: Node) {
    let tree = attribute.tree
    var key: String?
    var isFirst = true
    var value = ""
    var string: String?
    func text(_ index: Int) -> String { tree.text(of: TokenID(rawValue: UInt32(index))) }
    let tokens = attribute.tokenIDs.drop { tree.tokens[$0].kind != .leftParen }.dropFirst()
      .dropLast()
    func end(_ self: inout AvailabilityArguments) {
      if let name = key {
        if let string { self.texts[name] = string } else { self.words[name] = .some(value) }
      } else if isFirst {
        self.subject = value
      } else if !value.isEmpty {
        self.words[value] = .some(nil)
      }
      (key, value, string, isFirst) = (nil, "", nil, false)
    }
    for index in tokens {
      switch tree.tokens[index].kind {
      case .comma: end(&self)
      case .colon: (key, value) = (value, "")
      case .stringSegment: string = (string ?? "") + text(index)
      case .stringQuote, .multilineStringQuote, .rawStringPoundDelimiter: string = string ?? ""
      default: value += text(index)
      }
    }
    end(&self)
  }

  func text(_ key: String) -> String? {
    texts[key].map { $0.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\") }
  }

  var kind: Availability.Kind? {
    switch subject {
    case "*":
      if words["unavailable"] != nil || words["obsoleted"] != nil { return .unavailable }
      return words["deprecated"] != nil ? .deprecated : nil
    case "swift":
      // A version of the language: whoever builds with a compiler of today is beyond it.
      if isReached(words["obsoleted"]) { return .unavailable }
      return isReached(words["deprecated"]) ? .deprecated : nil
    case "_PackageDescription": return nil
    default:
      let says = ["deprecated", "unavailable", "obsoleted"].contains { words[$0] != nil }
      return says ? .onSomePlatforms : nil
    }
  }

  /// Whether today's language has come to a version; one without a number always counts.
  private func isReached(_ version: String??) -> Bool {
    guard let version else { return false }
    guard let major = version?.split(separator: ".").first.flatMap({ Int($0) }) else { return true }
    return major <= 6
  }
}

extension ProjectModel {
  /// The trees of the interfaces that declare modules, in the order in which they were read.
  package func interfaceTrees(of modules: Set<String>) -> [SyntaxTree] {
    table.files.compactMap { file in
      guard modules.contains(file.module), case .interface = file.origin else { return nil }
      return file.tree
    }
  }

  /// Returns what modules declare, at the top level and in types, that should not be used any more, with what `@available`
  /// says of it.
  ///
  /// Where a newer interface repeats what an older one declares, the newer one says it; of overloads that are one symbol then,
  /// all must say it. What one branch of an `#if` retires and another declares is not retired.
  ///
  /// - Complexity: O(*n*) in the declarations of the modules' files.
  package func retiredSymbols(in modules: Set<String>) -> [Symbol: Availability] {
    let declared = availabilities(in: modules)
    return declared.retired.compactMapValues { all in
      all.min { $0.holder.range.lowerBound < $1.holder.range.lowerBound }
    }.filter { symbol, said in
      !declared.current.contains(symbol) && !declared.isElsewhere(symbol, said)
    }
  }

  /// Returns what modules have retired although something current is called the same: overloads that differ in types alone and
  /// are one symbol.
  ///
  /// - Complexity: O(*n*) in the declarations of the modules' files.
  package func retiredOverloads(in modules: Set<String>) -> [(symbol: Symbol, said: Availability)] {
    let declared = availabilities(in: modules)
    return declared.retired.filter { declared.current.contains($0.key) }.flatMap { symbol, all in
      all.map { (symbol, $0) }
    }
  }

  private func availabilities(in modules: Set<String>) -> DeclaredAvailability {
    var declared = DeclaredAvailability()
    var lastFile: [Symbol: Int] = [:]
    for file in table.files where modules.contains(file.module) {
      for (id, symbol) in table.symbolsByNode[file.index] ?? [:] {
        let node = Node(tree: file.tree, id: id)
        // An extension's node stands for the type that it extends, a declaration's own for its only variable.
        guard symbol.kind != .genericParameter, symbol.kind != .local, node.kind != .extensionDecl,
          node.kind != .variableDecl, node.kind != .patternBinding
        else { continue }
        if file.addsToOlderEra, lastFile[symbol] != file.index { declared.forget(symbol) }
        lastFile[symbol] = file.index
        if let said = node.availability {
          declared.retired[symbol, default: []].append(said)
        } else {
          declared.current.insert(symbol)
          for condition in node.conditions {
            declared.branches[condition, default: []].insert(symbol.qualifiedName)
          }
        }
      }
    }
    return declared
  }
}

/// What the newest of a module's interfaces says of each symbol.
private struct DeclaredAvailability {
  var retired: [Symbol: [Availability]] = [:]
  var current: Set<Symbol> = []

  /// What is current in some branch, by the `#if … #endif` around it.
  var branches: [Node: Set<String>] = [:]

  mutating func forget(_ symbol: Symbol) {
    retired[symbol] = nil
    current.remove(symbol)
  }

  /// Whether another branch of an `#if` declares the same, and does not retire it.
  func isElsewhere(_ symbol: Symbol, _ said: Availability) -> Bool {
    said.holder.conditions.contains { branches[$0]?.contains(symbol.qualifiedName) ?? false }
  }
}
