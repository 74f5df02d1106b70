import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Host and port of an address, as expressions.
struct ChannelTarget {
  let host: Code
  let port: Code

  /// Whether the port is a text, which may be no number.
  let hasTextAsPort: Bool

  /// What a literal, or a sum around `":"`, says; placeholders where that is nothing.
  static func said(
    by address: Node, _ file: FileContext
  ) -> (target: ChannelTarget, isKnown: Bool) {
    if let target = splitAddress(address, file) ?? partsOfSum(address) { return (target, true) }
    let unknown = ChannelTarget(
      host: .placeholder("host of \(address.text)"), port: .placeholder("port of \(address.text)"),
      hasTextAsPort: false)
    return (unknown, false)
  }
}

/// Splits a string literal at its last `:`; what follows must be a number or one interpolated value.
private func splitAddress(_ literal: Node, _ file: FileContext) -> ChannelTarget? {
  let pieces = pieces(of: literal)
  let last = pieces.indices.last { index in
    if case .text(let text) = pieces[index] { text.contains(":") } else { false }
  }
  guard let last, case .text(let text) = pieces[last], let colon = text.lastIndex(of: ":"),
    let port = port([.text(text[text.index(after: colon)...])] + pieces[(last + 1)...], file),
    let host = host(pieces[..<last] + [.text(text[..<colon])], file)
  else { return nil }
  return ChannelTarget(host: .word(host), port: port.code, hasTextAsPort: port.isText)
}

/// Takes the string apart that a name stands for: at its first `:`, or with the port of grpc-swift 0 where it has none.
///
/// - Returns: nil for what must not be asked twice, or may be nil.
func partsOfAddress(_ address: Node, _ file: FileContext) -> ChannelTarget? {
  guard isName(address), case .nominal(let type, _) = file.semantics.type(of: address),
    type.qualifiedName == "Swift.String"
  else { return nil }
  var text = Code.kept(address)
  if let member = MemberAccess(address), member.base == nil {
    text = .member(.library("Swift.String"), member.name)
  }
  return ChannelTarget(
    host: .quoted("String(\(text).prefix { $0 != \":\" })"),
    port: numberOrPortOfTLS(.quoted("\(text).drop { $0 != \":\" }.dropFirst()")),
    hasTextAsPort: true)
}

/// Takes `host + ":" + port` apart.
///
/// - Returns: nil for other sums.
private func partsOfSum(_ address: Node) -> ChannelTarget? {
  guard let sum = InfixExpr(address), sum.name == "+", let port = sum.right,
    let first = sum.left.flatMap({ InfixExpr($0.node) }), first.name == "+",
    first.right?.node.literalText == ":", let host = first.left,
    host.node.kind == .stringLiteral || isName(host.node)
  else { return nil }
  if let call = CallExpr(port.node), call.called?.node.name == "String",
    let number = call.arguments.only, number.label == nil, let value = number.expression
  {
    return ChannelTarget(host: .kept(host), port: .kept(value), hasTextAsPort: true)
  }
  guard isName(port.node) else { return nil }
  return ChannelTarget(
    host: .kept(host), port: numberOrPortOfTLS(.kept(port)), hasTextAsPort: true)
}

/// Whether an expression is a name, or a member of one, or of the type that is wanted.
private func isName(_ value: Node) -> Bool {
  switch Expr(value) {
  case .name: true
  case .member(let member): member.base.map { isName($0.node) } ?? true
  default: false
  }
}

/// A stretch of a string literal.
private enum Piece {
  case text(Substring)
  case interpolation(Node)

  /// As it is written.
  var source: String {
    switch self {
    case .text(let text): String(text)
    case .interpolation(let node): node.text
    }
  }
}

/// The stretches of a literal of one line without `#`, in order; none for another one.
private func pieces(of literal: Node) -> [Piece] {
  let tokens = literal.tokenIDs.map { literal.tree.tokens[$0] }
  guard literal.kind == .stringLiteral, literal.mainToken.kind == .stringQuote,
    !tokens.contains(where: { $0.kind == .rawStringPoundDelimiter })
  else { return [] }
  let interpolations = literal.children.filter { $0.kind == .interpolation }
  return literal.tokenIDs.compactMap { token in
    if let inner = interpolations.first(where: { $0.tokenIDs.contains(token) }) {
      return inner.tokenIDs.first == token ? .interpolation(inner) : nil
    }
    guard literal.tree.tokens[token].kind == .stringSegment else { return nil }
    return .text(literal.tree.text(of: TokenID(rawValue: UInt32(token)))[...])
  }
}

private func port(
  _ pieces: [Piece], _ file: FileContext
) -> (code: Code, isText: Bool)? {
  let text = pieces.map(\.source).joined()
  if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) { return (.word(text), false) }
  guard let value = soleValue(of: pieces) else { return nil }
  guard case .nominal(let type, _) = file.semantics.type(of: value) else {
    return (.word(value.text), false)
  }
  switch type.qualifiedName {
  case "Swift.Int": return (.word(value.text), false)
  case "Swift.String": return (numberOrPortOfTLS(.word(value.text)), true)
  default: return (.call("Int", [.plain(.word(value.text))]), false)
  }
}

/// A text as a port: that of TLS where it is no number, as grpc-swift 0 took it where an address had none.
private func numberOrPortOfTLS(_ text: Code) -> Code {
  .infix(.call("Int", [.plain(text)]), "??", .word("443"))
}

private func host(_ pieces: some Collection<Piece>, _ file: FileContext) -> String? {
  var text = pieces.map(\.source).joined()
  if let value = soleValue(of: pieces) {
    guard case .nominal(let type, _) = file.semantics.type(of: value),
      type.qualifiedName != "Swift.String"
    else { return value.text }
    return "\"\(text)\""
  }
  guard !text.isEmpty else { return nil }
  if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
  return "\"\(text)\""
}

/// The expression of the one interpolation that is all there is.
private func soleValue(of pieces: some Collection<Piece>) -> Node? {
  let written = pieces.filter { !$0.source.isEmpty }
  guard written.count == 1, case .interpolation(let node)? = written.first else { return nil }
  return node.children.first?.children.first
}
