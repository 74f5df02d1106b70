import MoultObjC
import MoultSource

extension ObjCMatch {
  /// Returns the lines that put headers into the options of a call, as they were set on the call one after the other.
  ///
  /// Where a value may be nil they are set one by one as before: a literal throws for it, and an assignment leaves the header out.
  ///
  /// - Parameters:
  ///   - options: the name of the variable that holds the options, which no other fix takes.
  ///   - body: where names have to be free.
  /// - Returns: nil if the name for the headers is taken.
  func headerLines(
    _ headers: [ObjCElement], of options: String, in body: ByteRange
  ) -> [String]? {
    guard !headers.isEmpty else { return [] }
    let pairs = headers.map { (key: source.text($0.key), value: source.text($0.value)) }
    let isCertain = pairs.allSatisfy { isNeverNil($0.value) }
    if isCertain, Set(pairs.map(\.key)).count == pairs.count {
      let entries = pairs.map { "\($0.key) : \($0.value)" }.joined(separator: ", ")
      return ["\(options).initialMetadata = @{\(entries)};"]
    }
    let wanted = options.hasSuffix("Options") ? options.dropLast("Options".count) : options[...]
    guard let name = freeName(of: ["\(wanted)Headers"], in: body) else { return nil }
    return ["NSMutableDictionary *\(name) = [NSMutableDictionary dictionary];"]
      + pairs.map { "\(name)[\($0.key)] = \($0.value);" }
      + ["\(options).initialMetadata = \(name);"]
  }
}

/// Whether an expression is a literal, or text that is put together.
private func isNeverNil(_ value: String) -> Bool {
  value.hasPrefix("@") || value.hasPrefix("[NSString stringWithFormat:")
}
