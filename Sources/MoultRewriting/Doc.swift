import MoultSource
import MoultSyntax

/// A text with the places where lines can break, as Wadler's and Oppen's printers have it.
indirect enum Doc {
  case text(String)
  /// A node of the source.
  case kept(Node)
  /// A node of the source that goes to another place, though its order would allow it to stay.
  case moved(Node)
  /// Statements of the source.
  case items(ItemRun)
  /// A blank; a line break in a group that is broken.
  case line
  /// Nothing; a line break in a group that is broken.
  case edge
  /// What stands between two statements: `; `, or a line break in a group that is broken.
  case separator
  /// A line break in any case.
  case newline
  /// An empty line, and the break before what follows.
  case emptyLine
  /// Lines that begin in it are one level further in.
  case indented([Doc])
  /// What is written on one line if it fits, else with a break at each of its own places.
  case group([Doc], Breaks = .ifTooLong)

  enum Breaks {
    case ifTooLong
    case always
  }
}

extension SourceLayout {
  /// Returns code as it is on one line: to compare it, and to speak of it.
  package func spelled(_ code: Code) -> String {
    CodeSetter(self, at: tree.root).docs(code).map(\.flat).joined()
  }
}

extension Doc {
  /// What it is where no line breaks.
  fileprivate var flat: String {
    switch self {
    case .text(let text): text
    case .kept(let node), .moved(let node): node.text
    case .items(let run): run.tree.source.text(run.range)
    case .line, .newline, .emptyLine: " "
    case .edge: ""
    case .separator: "; "
    case .indented(let docs), .group(let docs, _): docs.map(\.flat).joined()
    }
  }
}

extension Doc {
  /// What is kept.
  var node: Node? {
    switch self {
    case .kept(let node), .moved(let node): node
    default: nil
    }
  }

  var isBrace: Bool {
    if case .text("{") = self { true } else { false }
  }
}

extension [[Doc]] {
  /// Puts a separator between the parts.
  func joined(by separator: [Doc]) -> [Doc] {
    var result: [Doc] = []
    for (index, part) in enumerated() { result += index == 0 ? part : separator + part }
    return result
  }
}
