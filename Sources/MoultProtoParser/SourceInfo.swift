import MoultProto
import MoultSource

/// The places and comments of a file's declarations, found by descriptor path.
///
/// A path alternates field numbers of `descriptor.proto` and indices: `[4, 0, 2, 1]` is the second field of
/// the first message.
struct SourceInfo {
  /// A path that was walked to; its children are reached through `child`.
  struct Node: Hashable {
    fileprivate let index: UInt32

    static let root = Node(index: 0)

    /// A node that no path reaches.
    static let missing = Node(index: .max)
  }

  private struct Location {
    var range: ByteRange
    var comments = ProtoComments.none
  }

  private var children: [UInt64: UInt32] = [:]
  private var locations: [Location?] = [nil]

  /// The source info of a file without text.
  static let none = SourceInfo()

  private init() {}

  /// Reads a serialized `SourceCodeInfo`.
  ///
  /// Of several locations with one path the first counts: protoc gives `extend` blocks one each.
  init(_ bytes: [UInt8], columns: ColumnMap) {
    children.reserveCapacity(bytes.count / 12)
    var reader = WireReader(bytes)
    while let field = reader.nextField() {
      guard field.number == 1, let content = field.content else { continue }
      read(location: content, of: bytes, columns: columns)
    }
  }

  /// Returns the node below `node` at `component`.
  func child(_ node: Node, _ component: Int) -> Node {
    guard let index = children[Self.key(node.index, UInt32(truncatingIfNeeded: component))] else {
      return .missing
    }
    return Node(index: index)
  }

  func child(_ node: Node, _ tag: Int, _ index: Int) -> Node {
    child(child(node, tag), index)
  }

  func range(_ node: Node) -> ByteRange? {
    node == .missing ? nil : locations[Int(node.index)]?.range
  }

  func comments(_ node: Node) -> ProtoComments {
    node == .missing ? .none : locations[Int(node.index)]?.comments ?? .none
  }

  /// Returns the place of a declaration whose name is at `nameTag` below it.
  func place(_ node: Node, nameTag: Int = 1) -> ProtoPlace? {
    guard let range = range(node), let name = self.range(child(node, nameTag)) else { return nil }
    return ProtoPlace(range: range, nameRange: name)
  }

  private mutating func read(location: Range<Int>, of bytes: [UInt8], columns: ColumnMap) {
    var node: UInt32 = 0
    var span: [Int] = []
    var leading = ""
    var trailing = ""
    var detached: [String] = []
    var reader = WireReader(bytes, in: location)
    while let field = reader.nextField() {
      guard let content = field.content else { continue }
      switch field.number {
      case 1:
        var path = WireReader(bytes, in: content)
        while let component = path.nextVarint() {
          node = makeChild(node, UInt32(truncatingIfNeeded: component))
        }
      case 2:
        var numbers = WireReader(bytes, in: content)
        while let number = numbers.nextVarint() { span.append(Int(truncatingIfNeeded: number)) }
      case 3: leading = String(decoding: bytes[content], as: UTF8.self)
      case 4: trailing = String(decoding: bytes[content], as: UTF8.self)
      case 6: detached.append(String(decoding: bytes[content], as: UTF8.self))
      default: break
      }
    }
    guard span.count == 3 || span.count == 4, locations[Int(node)] == nil else { return }
    let start = columns.offset(line: span[0], column: span[1])
    let end = columns.offset(
      line: span.count == 4 ? span[2] : span[0], column: span[span.count - 1])
    var result = Location(range: start..<max(start, end))
    if !(leading.isEmpty && trailing.isEmpty && detached.isEmpty) {
      result.comments = ProtoComments(leading: leading, trailing: trailing, detached: detached)
    }
    locations[Int(node)] = result
  }

  private mutating func makeChild(_ parent: UInt32, _ component: UInt32) -> UInt32 {
    let key = Self.key(parent, component)
    if let known = children[key] { return known }
    let index = UInt32(locations.count)
    children[key] = index
    locations.append(nil)
    return index
  }

  private static func key(_ parent: UInt32, _ component: UInt32) -> UInt64 {
    UInt64(parent) << 32 | UInt64(component)
  }
}
