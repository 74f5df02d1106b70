/// The name of a rule: the library, a dot, and what the rule finds (`grpc-swift.status-code-type`).
package struct RuleID: Hashable, Comparable, Sendable {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  /// What stands before the first dot: `grpc-swift`.
  package var library: String {
    String(Substring(rawValue.utf8.prefix { $0 != UInt8(ascii: ".") }))
  }

  package static func < (lhs: RuleID, rhs: RuleID) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension RuleID: CustomStringConvertible {
  package var description: String { rawValue }
}
