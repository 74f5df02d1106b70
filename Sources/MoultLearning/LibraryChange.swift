import MoultMatching
package import MoultSemantics
import MoultSyntax

/// What a newer version of a library did to a declaration of an older one.
package struct LibraryChange: Sendable {
  /// What a use of the declaration meets in the newer version.
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
