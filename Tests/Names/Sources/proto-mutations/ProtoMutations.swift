import Foundation
import MoultProto
import MoultProtoParser
import MoultSource

/// Reads damaged `.proto` files and checks that what is said of them lies inside of them.
///
///     proto-mutations [--count N] ROOT…
///
/// The seeds are the `.proto` files below the ROOTs that have no more than eight kilobytes. The same seeds give the
/// same damage. Prints figures; a crash ends the program, and a text that takes longer than five seconds fails it.
@main
struct ProtoMutations {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var count = 1_000
    if let index = arguments.firstIndex(of: "--count"), index + 1 < arguments.count {
      count = Int(arguments[index + 1]) ?? count
      arguments.removeSubrange(index...index + 1)
    }
    let seeds = try seeds(below: arguments)
    guard !seeds.isEmpty else {
      print("proto-mutations: there is no seed")
      exit(1)
    }
    var damage = Damage(seeds: seeds)
    var slowest = Duration.zero
    var broken = 0
    for number in 0..<count {
      let bytes = damage.next(from: number % seeds.count)
      let start = ContinuousClock.now
      let file = parseProto(SourceText(path: "damaged.proto", bytes: bytes))
      _ = ProtoProject([file]).unresolvedTypes()
      _ = file.objectiveCSymbols(prefix: "ABC").count + file.swiftSymbols().count
      slowest = max(slowest, ContinuousClock.now - start)
      if file.hasErrors { broken += 1 }
      check(file, byteCount: bytes.count)
    }
    print(
      "proto-mutations: \(count) texts of \(seeds.count) seeds, \(broken) broken; 0 crashes, slowest \(slowest)"
    )
    if slowest > .seconds(5) { exit(1) }
  }

  private static func seeds(below roots: [String]) throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for root in roots {
      let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
      for path in paths.sorted() where path.hasSuffix(".proto") {
        let data = try Data(contentsOf: URL(fileURLWithPath: root + "/" + path))
        if data.count <= 8_192 { seeds.append([UInt8](data)) }
      }
    }
    return seeds
  }

  /// Every place lies inside of the text.
  private static func check(_ file: ProtoFile, byteCount: Int) {
    func check(_ range: ByteRange?) {
      guard let range else { return }
      precondition(range.upperBound.index <= byteCount, "a place outside of the text")
    }
    func check(_ message: ProtoMessage) {
      check(message.range)
      check(message.nameRange)
      for field in message.fields + message.extensions {
        check(field.range)
        check(field.typeRange)
        check(field.extendeeRange)
      }
      for inner in message.messages { check(inner) }
    }
    for diagnostic in file.diagnostics { check(diagnostic.range) }
    for message in file.messages { check(message) }
    for service in file.services {
      check(service.range)
      for method in service.methods { check(method.nameRange) }
    }
    if let offset = file.insertionPointForOption { check(offset..<offset) }
  }
}

/// Damages texts: bytes changed, taken away, doubled and moved, and words of the language put anywhere.
private struct Damage {
  let seeds: [[UInt8]]
  private var state: UInt64 = 42

  init(seeds: [[UInt8]]) { self.seeds = seeds }

  private static let words: [[UInt8]] = [
    "message ", "{", "}", "}}", "extend ", "oneof o {", "map<string, ", ">", "option (a) = { b: [",
    "]",
    "reserved 1 to max;", "extensions 4 to max;", "edition = \"2023\";", "syntax = \"proto2\";",
    "import public \"a.proto\";", "\"", "'", "\\", "/*", "*/", "//", "\u{0}", "\t", "\r",
    "\u{FEFF}",
    "🙂", "group G = 1 {", "stream ", "returns (", "rpc ", "package ", ";", "=",
    "99999999999999999999",
    "-", "0x", "1e999", "inf", "[default = ", "export ", "local ", ".", "..", "optional ",
  ].map { Array($0.utf8) }

  mutating func next(from index: Int) -> [UInt8] {
    var bytes = seeds[index]
    for _ in 0...next(4) {
      guard !bytes.isEmpty else { break }
      let place = next(bytes.count)
      switch next(7) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: next(256))
      case 1: bytes.removeSubrange(place..<min(place + 1 + next(40), bytes.count))
      case 2: bytes.insert(contentsOf: Self.words[next(Self.words.count)], at: place)
      case 3: bytes.removeSubrange(place...)
      case 4:
        let other = seeds[next(seeds.count)]
        if !other.isEmpty {
          let start = next(other.count)
          bytes.insert(contentsOf: other[start..<min(start + next(200), other.count)], at: place)
        }
      case 5:
        let piece = Array(bytes[place..<min(place + 1 + next(60), bytes.count)])
        for _ in 0..<(1 + next(20)) { bytes.insert(contentsOf: piece, at: place) }
      default: bytes.swapAt(place, next(bytes.count))
      }
    }
    return bytes
  }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
