import MoultSource

extension OutlineReader {
  /// Reads every block literal, and its parameters as variables.
  mutating func readBlocks() {
    for index in code.tokens.indices where code.tokens[index].kind == .caret {
      guard let open = bodyOfBlock(index), let close = code.closing(open) else {
        markBlockType(index)
        continue
      }
      let body = code.range(open, close + 1)
      var parameters: [ObjCParameter] = []
      if code.kind(open - 1) == .rightParen, let paren = code.opening(open - 1), paren > index {
        parameters = readParameters(paren, open - 1)
      }
      if code.kind(index + 1) == .identifier, let result = readType(index + 1, open) {
        markType(result, from: index + 1)
      }
      blocks.append(
        ObjCBlock(range: code.range(index, close + 1), parameters: parameters, body: body))
      declare(parameters, in: body)
    }
  }

  /// Marks the parameters of a block's type, `(^name)(Foo *foo)`, whose `^` stands at `index`.
  private mutating func markBlockType(_ index: Int) {
    guard code.kind(index - 1) == .leftParen, let end = code.closing(index - 1),
      code.kind(end + 1) == .leftParen, let close = code.closing(end + 1)
    else { return }
    _ = readParameters(end + 1, close)
  }

  mutating func declare(_ parameters: [ObjCParameter], in scope: ByteRange) {
    for parameter in parameters {
      variables.append(
        ObjCVariable(
          kind: .parameter, name: parameter.name, nameRange: parameter.nameRange,
          type: parameter.type, typeRange: parameter.typeRange, initializer: nil, scope: scope))
    }
  }

  /// The position of the brace of the block literal that the `^` at `index` begins, or nil if none does.
  ///
  /// A block has parameters or none, and before them a result's type or none.
  func bodyOfBlock(_ index: Int) -> Int? {
    var position = index + 1
    if code.kind(position) == .identifier, let result = readType(position, code.end) {
      position = result.end
    }
    if code.kind(position) == .leftParen {
      guard let close = code.closing(position) else { return nil }
      position = close + 1
    }
    // Attributes such as `NS_NOESCAPE` may stand before the brace.
    if code.kind(position) == .identifier, code.kind(position + 1) == .leftBrace { position += 1 }
    return code.kind(position) == .leftBrace && code.closing(position) != nil ? position : nil
  }
}
