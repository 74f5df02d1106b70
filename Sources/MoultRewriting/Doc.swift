import MoultSyntax

/// A text with the places where lines can break, as Wadler's and Oppen's printers have it.
indirect enum Doc {
  case text(String)
  /// A node of the source.
  case kept(Node)
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

extension [[Doc]] {
  /// Puts a separator between the parts.
  func joined(by separator: [Doc]) -> [Doc] {
    var result: [Doc] = []
    for (index, part) in enumerated() { result += index == 0 ? part : separator + part }
    return result
  }
}
