import MoultSyntax

/// What an override of an interceptor of grpc-swift 1 is called with, one after the other.
enum PartOfACall: String, CaseIterable { case metadata, message, end }

/// `.message(let reply)`, `let .end(status, _)`, `.metadata`: which parts a pattern takes, and what it calls what stands in them.
struct PartPattern {
  let kind: PartOfACall

  /// What is bound, in the order of the values; `_` where nothing is.
  let names: [String]
  let isVariable: Bool

  /// - Returns: nil for a pattern that takes parts by what stands in them.
  init?(_ pattern: PatternSyntax?) {
    guard let taken = CaseOfValues(pattern), let kind = PartOfACall(rawValue: taken.name) else {
      return nil
    }
    (self.kind, names, isVariable) = (kind, taken.bound, taken.introducer == .var)
  }
}
