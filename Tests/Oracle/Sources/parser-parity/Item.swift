import MoultSource
import MoultSyntax

/// A piece of a tree as both parsers can describe it.
struct Item: Hashable {
  let kind: NodeKind
  let start: Int
  let end: Int
  /// What the piece is about: a declaration's path, an operator, the labels of a call.
  let name: String
}

/// How the items of two trees agree, by kind.
struct Tally {
  var agreeing = 0
  var onlyOurs = 0
  var onlyTheirs = 0
  var examples: [Example] = []
}

/// An item that only one of the trees has.
struct Example {
  let place: String
  let isOurs: Bool
  let name: String
  let text: String
}
