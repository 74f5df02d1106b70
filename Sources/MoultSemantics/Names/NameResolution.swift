import MoultSyntax

/// How a name was found.
enum NameSource: Hashable, Sendable {
  case local
  /// A member, or a nested type, of an enclosing or a named type.
  case member
  case ownModule
  /// Through an import of this file.
  case imported(Node)
  /// Through an import of another file of the same module: weak evidence for a type.
  case implied(NodeKey?)
  /// In an earlier era than the one that an import is of, as nothing declares it there.
  case earlier(NodeKey?)
  /// The standard library, and what every Apple platform brings along.
  case builtIn
}

extension NameSource {
  var isEarlier: Bool {
    if case .earlier = self { return true }
    return false
  }

  /// Whether the file's own imports and declarations say what is meant.
  var isCertain: Bool {
    switch self {
    case .implied, .earlier: false
    case .local, .member, .ownModule, .imported, .builtIn: true
    }
  }
}

/// What a name was found to mean.
struct NameResolution: Sendable {
  /// More than one for overloads, and for a type that is ambiguous.
  let symbols: [Symbol]
  let source: NameSource

  var isCertain: Bool { source.isCertain }

  var single: Symbol? { symbols.count == 1 ? symbols[0] : nil }
}

/// Which names count in a lookup.
enum NameSpace: Hashable, Sendable {
  case types
  /// Functions, variables and types: what an expression can start with.
  case values
}
