/// The members that came, went or changed with an edit, for who asks whether they concern him.
package struct MemberChange: Sendable {
  /// What they are called, and what is called by a name that means something else since: variables whose types rest on
  /// them, and types whose initialiser has changed.
  package internal(set) var names: Set<String> = []

  /// The types and modules whose members they are.
  package internal(set) var owners: Set<Symbol> = []

  /// The names by which a file can come to mean something else, as `mentionedNames` has them.
  package internal(set) var keys: Set<UInt64> = []
}
