/// A piece of Ruby, as far as Podfiles, podspecs and build scripts need it.
struct RubyToken {
  enum Kind: Hashable {
    /// A name, keywords included: what it is shows where it stands.
    case name
    /// `@name`, `$name`, a number: values without further meaning here.
    case value
    /// `name:` or `"name":` before a value; the range is without the colon.
    case label
    /// `:name` or `:"name"`; the range is without the first colon.
    case symbol
    case string(RubyStringStyle)
    /// A line break or `;`.
    case newline
    case comma
    /// `.`, `&.` or `::`.
    case dot
    case open, close
    /// `=` or an assignment with an operator.
    case assign
    /// `=>`
    case arrow
    /// `|`
    case bar
    /// Any other operator, one byte each.
    case other
  }

  let kind: Kind

  /// The token as it is written; of a here-document only its opener.
  let range: Range<Int>

  /// What stands between the quotes, or the body of a here-document; `range` for other kinds.
  var content: Range<Int>

  /// Whether a blank, a line break or a comment stands before it.
  let isSpaceBefore: Bool
}

/// How the content of a string is to be read.
enum RubyStringStyle: Hashable {
  /// Only `\\` and `\'` are escapes.
  case single
  /// With escapes and interpolation.
  case double
  /// Run by the shell: `` `…` ``, `%x(…)`.
  case command
  /// `%w[…]`, `%i[…]`: words between blanks.
  case words
  /// A here-document with interpolation, its indentation kept or stripped.
  case document, indentedDocument
  /// A here-document whose delimiter is in single quotes.
  case rawDocument, indentedRawDocument
}
