/// The names that swift-protobuf does not use as they are.
///
/// Facts of `NamingUtils.swift` and `SwiftLanguage.swift` in 1.39; they grew: `Sendable` since 1.24.
enum SwiftReservedWords {
  static let keywords = words(
    """
    associatedtype class deinit enum extension fileprivate func import init inout internal let open
    operator private protocol public static struct subscript typealias var
    break case continue default defer do else fallthrough for guard if in repeat return switch where while
    as Any catch false is nil rethrows super self Self throw throws true try
    """)

  static let commonTypes = words(
    """
    Bool Data Double Float Int Int32 Int64 String UInt UInt32 UInt64
    __COLUMN__ __FILE__ __FUNCTION__ __LINE__
    """)

  /// Get `Message`, `Enum` or `Oneof` appended.
  static let types =
    keywords.union(commonTypes).union(
      words(
        """
        SwiftProtobuf Extensions protoMessageName decodeMessage traverse isInitialized unknownFields
        debugDescription description dynamicType hashValue Type Protocol Swift Equatable Hashable Sendable
        """))

  /// Get `_p` appended.
  static let fields = commonTypes.union(
    words(
      """
      isInitialized unknownFields debugDescription description dynamicType hashValue init self Type
      Protocol
      """))

  /// Get `_` appended.
  static let enumCases = words(
    "allCases debugDescription description dynamicType hashValue init rawValue self")

  /// Get backticks.
  static let quotedEnumCases = keywords.union(
    words("associativity dynamicType optional required"))

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}

/// Whether `name` consists of underscores.
func isAllUnderscores(_ name: String) -> Bool {
  !name.isEmpty && name.utf8.allSatisfy { $0 == UInt8(ascii: "_") }
}
