package import MoultSource

/// A place that goes by the name of something old, where nobody can say what it is, as a type is not known.
package struct UnknownPlace: Hashable, Sendable {
  /// Why the type is not known; the raw values are those of the JSON report.
  package enum Reason: String, CaseIterable, Sendable {
    /// It comes from a module that is neither the project's nor described.
    case module
    /// It comes from a name that nothing in sight declares.
    case name
    /// It comes from what a system or a toolchain brings along.
    case platform
    /// It is a parameter of a closure, and nothing says of which type.
    case closure
    /// It is a member without a receiver, and nothing says which type is wanted.
    case context
    /// Several declarations fit.
    case overloads
    /// A macro or a property wrapper makes it.
    case macro
    /// It is put together in a way that is not followed.
    case expression
  }

  package let path: String

  /// The name of the member, or of the type that is made.
  package let range: ByteRange
  package let reason: Reason

  /// The modules that it may come from, sorted; empty for any reason but `module`.
  package let modules: [String]

  package init(path: String, range: ByteRange, reason: Reason, modules: [String] = []) {
    self.path = path
    self.range = range
    self.reason = reason
    self.modules = modules
  }
}

extension UnknownPlace: Comparable {
  package static func < (lhs: UnknownPlace, rhs: UnknownPlace) -> Bool {
    if lhs.path != rhs.path { return lhs.path.utf8.lexicographicallyPrecedes(rhs.path.utf8) }
    return (lhs.range.lowerBound, lhs.range.upperBound)
      < (rhs.range.lowerBound, rhs.range.upperBound)
  }
}
