/// Whether a class or enum of this name meets one that Swift, Foundation or UIKit declares.
///
/// In Objective-C the classes of Foundation and UIKit begin with `NS` and `UI`; Swift sees Foundation's without.
///
/// Source: facts on gRPC for Objective-C, section 10.1, and the names of Swift's standard library and Foundation.
func isPlatformName(_ name: String) -> Bool {
  if platformWords.contains(name) { return true }
  for prefix in ["NS", "UI"] where name.hasPrefix(prefix) {
    if let next = name.utf8.dropFirst(2).first, (0x41...0x5A).contains(next) { return true }
  }
  return false
}

private let platformWords: Set<String> = Set(
  """
  Any AnyObject Array Bool Bundle Calendar Character Codable CodingKey Collection Comparable Data
  Date DateComponents DateFormatter Decimal Decodable Decoder Dictionary Dimension Double Encodable
  Encoder Equatable Error ErrorPointer FileHandle FileManager Float Formatter Hashable Hasher Host
  Identifiable IndexPath IndexSet InputStream Int Int16 Int32 Int64 Int8 Iterator Locale Measurement
  Mirror Never Notification NotificationCenter NumberFormatter Operation OperationQueue Optional
  OutputStream Pipe Port Process ProcessInfo Progress Range Result RunLoop Scanner Selector Sequence
  Set Stream String Substring Task Thread TimeInterval TimeZone Timer Type UInt UInt16 UInt32 UInt64
  UInt8 URL URLRequest URLResponse URLSession UUID Undo UndoManager Unit UserDefaults Void
  """.split(whereSeparator: \.isWhitespace).map(String.init))
