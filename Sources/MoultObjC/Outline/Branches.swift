package import MoultSource

extension ObjCFile {
  /// Whether each `#if` that holds one of two places holds the other in the same branch, so that both are compiled or neither.
  package func areInOneBranch(_ first: ByteOffset, _ second: ByteOffset) -> Bool {
    conditions.allSatisfy { condition in
      condition.branches.firstIndex { $0.contains(first) }
        == condition.branches.firstIndex { $0.contains(second) }
    }
  }

  /// Whether anything but semicolons stands in a range outside of others; code that `#if 0` leaves out counts as nothing.
  package func hasCode(in range: ByteRange, outside others: [ByteRange]) -> Bool {
    guard let code = codes.first(where: { !$0.isMacro }) else { return false }
    let start = code.tokens.partitioningIndex { $0.start >= range.lowerBound }
    return code.tokens[start...].prefix { $0.start < range.upperBound }.contains { token in
      token.kind != .semicolon && token.kind != .endOfFile
        && !others.contains { $0.contains(token.start) }
    }
  }
}
