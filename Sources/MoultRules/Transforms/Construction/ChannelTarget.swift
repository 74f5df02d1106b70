import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Host and port of an address, as expressions.
struct ChannelTarget {
  let host: String
  let port: String
}

/// Splits a string literal at its last `:`; what follows must be a number or one interpolated value.
func splitAddress(_ literal: Node, _ file: FileContext) -> ChannelTarget? {
  guard literal.kind == .stringLiteral, literal.mainToken.kind == .stringQuote,
    literal.tokenIDs.allSatisfy({ file.tree.tokens[$0].kind != .rawStringPoundDelimiter })
  else { return nil }
  let start = literal.mainToken.end
  guard let close = literal.tokenIDs.last.map({ file.tree.tokens[$0] }), close.start >= start else {
    return nil
  }
  let interpolations = literal.children.filter { $0.kind == .interpolation }
  guard let colon = lastColon(in: start..<close.start, outside: interpolations, file) else {
    return nil
  }
  let afterColon = ByteOffset(colon.index + 1)
  guard let port = port(afterColon..<close.start, interpolations, file),
    let host = host(start..<colon, interpolations, file)
  else { return nil }
  return ChannelTarget(host: host, port: port)
}

private func lastColon(
  in range: ByteRange, outside interpolations: [Node], _ file: FileContext
) -> ByteOffset? {
  range.indices.reversed().first { index in
    file.source.bytes[index] == UInt8(ascii: ":")
      && !interpolations.contains { $0.range.indices.contains(index) }
  }.map { ByteOffset($0) }
}

private func port(
  _ range: ByteRange, _ interpolations: [Node], _ file: FileContext
) -> String? {
  let text = file.source.text(range)
  if !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
    return text
  }
  guard let value = soleInterpolation(in: range, interpolations) else { return nil }
  let expression = file.source.text(value.range)
  guard case .nominal(let type, _) = file.semantics.type(of: value) else { return expression }
  switch type.qualifiedName {
  case "Swift.Int": return expression
  case "Swift.String": return "<#\(expression) as an Int#>"
  default: return "Int(\(expression))"
  }
}

private func host(
  _ range: ByteRange, _ interpolations: [Node], _ file: FileContext
) -> String? {
  if let value = soleInterpolation(in: range, interpolations) {
    if case .nominal(let type, _) = file.semantics.type(of: value),
      type.qualifiedName != "Swift.String"
    {
      return "\"\(file.source.text(range))\""
    }
    return file.source.text(value.range)
  }
  var text = file.source.text(range)
  guard !text.isEmpty else { return nil }
  if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
  return "\"\(text)\""
}

/// The expression of the one interpolation that is all of `range`.
private func soleInterpolation(in range: ByteRange, _ interpolations: [Node]) -> Node? {
  interpolations.first { interpolation in
    // The segment's `\` belongs to the interpolation or stands right before it.
    interpolation.range.upperBound == range.upperBound
      && interpolation.range.lowerBound.index - range.lowerBound.index <= 1
  }?.children.first?.children.first
}
