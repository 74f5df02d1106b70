package import MoultSource

/// Something that a compiler would refuse whatever stands in files that nobody has seen.
///
/// A place where more than one thing can be meant, or that rests on a module nobody described, is no definite error. What a fix
/// wrote itself (`unusedValue`, `danglingName`) is one only where it is new: whoever asks compares with the text before.
package struct DefiniteError: Hashable, Sendable {
  /// What a compiler would say, in classes.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A name that nothing the file sees declares.
    case unknownName
    /// A type's name that two modules declare, both of which the file imports.
    case ambiguousName
    /// A member, case or nested type that its owner lacks, or hides from the file.
    case unknownMember
    /// A call whose labels or number of arguments no overload takes.
    case noOverload
    /// An optional where none is taken, or unwrapping of what is no optional.
    case optionality
    /// A `try` or `await` that is missing, or a function that would have to say `throws` or `async` and does not.
    case effect
    /// A method, property or requirement that its type declares twice, extensions in all files counted, or a variable that
    /// its block does.
    case redeclaration
    /// A `switch` that does not cover all there is, or lacks the `default` of an enumeration that may grow.
    case exhaustiveness
    /// `override`, `convenience` and the like where the declaration cannot have them.
    case modifier
    /// An extension of a protocol that would conform it to another.
    case protocolConformance
    /// A type that does not have what a protocol behind its colon asks for.
    case requirement
    /// A value that the fix wrote and nobody reads.
    case unusedValue
    /// A name of a value that the fix made of another and nothing at hand declares, where the file sees modules that nobody
    /// described.
    case danglingName
    /// A change of a copy that is thrown away.
    case lostMutation
    /// What is not `Sendable` in a closure that runs beside it, in a language mode that refuses data races.
    case race
  }

  package let kind: Kind
  package let path: String
  package let range: ByteRange

  /// One line that says what is wrong: code in ' ', no final period, no offsets, so that it stays the same when code moves.
  package let message: String

  /// The module of a library whose import, and nothing else, is missing.
  package let missingImport: String?

  package init(
    kind: Kind, path: String, range: ByteRange, message: String, missingImport: String? = nil
  ) {
    self.kind = kind
    self.path = path
    self.range = range
    self.message = message
    self.missingImport = missingImport
  }
}

extension DefiniteError: Comparable {
  /// Orders by path, offset, kind, then message.
  package static func < (lhs: DefiniteError, rhs: DefiniteError) -> Bool {
    if lhs.path != rhs.path { return lhs.path.utf8.lexicographicallyPrecedes(rhs.path.utf8) }
    if lhs.range.lowerBound != rhs.range.lowerBound {
      return lhs.range.lowerBound < rhs.range.lowerBound
    }
    if lhs.kind != rhs.kind { return lhs.kind.rawValue < rhs.kind.rawValue }
    return lhs.message < rhs.message
  }
}
