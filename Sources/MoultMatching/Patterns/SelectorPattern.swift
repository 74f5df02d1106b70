/// A selector with at most one `*` in it, which stands for the name of an RPC.
package struct SelectorPattern: Hashable, Sendable {
  private let head: String
  private let tail: String
  private let isWhole: Bool

  package init(_ text: String) {
    let parts = text.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    head = String(parts[0])
    tail = parts.count > 1 ? String(parts[1]) : ""
    isWhole = parts.count == 1
  }

  /// Returns what the `*` stands for, empty where there is none; nil if the selector is another one.
  package func match(_ selector: String) -> String? {
    if isWhole { return selector == head ? "" : nil }
    let bytes = selector.utf8
    guard bytes.count > head.utf8.count + tail.utf8.count, bytes.starts(with: head.utf8),
      bytes.suffix(tail.utf8.count).elementsEqual(tail.utf8)
    else { return nil }
    let stem = bytes.dropFirst(head.utf8.count).dropLast(tail.utf8.count)
    guard !stem.contains(UInt8(ascii: ":")) else { return nil }
    // The call object of an RPC is another form than the RPC itself.
    return head.isEmpty && stem.starts(with: "RPCTo".utf8) ? nil : String(Substring(stem))
  }
}

/// Returns the name with its first letter in lower case, as generators of gRPC make methods of RPCs.
package func lowercasingFirst(_ name: String) -> String {
  name.prefix(1).lowercased() + name.dropFirst()
}
