import Foundation
import MoultObjC
import MoultObjCDamage
import MoultSource

/// Reads mutated Objective-C files: `objc-mutations COUNT PATH…`, where the paths are files or folders of seeds.
///
/// Ends with exit code 1 if one took more than a second; a crash ends it sooner. Pages of rules are seeds as
/// they are: their prose is as good as any other damage.
@main
struct ObjCMutations {
  static func main() throws {
    let count = Int(CommandLine.arguments.dropFirst().first ?? "") ?? 1000
    let seeds = try CommandLine.arguments.dropFirst(2).flatMap(texts)
    guard !seeds.isEmpty else { fatalError("there is no seed") }
    var random = Splitmix(state: 1)
    var slowest = Duration.zero
    let clock = ContinuousClock()
    let whole = try clock.measure {
      for number in 0..<count {
        let bytes = mutated(seeds[number % seeds.count], &random)
        // Whoever looks for a crash repeats the run and finds its input here.
        if ProcessInfo.processInfo.environment["KEEP"] != nil {
          try Data(bytes).write(to: URL(filePath: "objc-mutation.m"))
        }
        let time = clock.measure { read(bytes) }
        slowest = max(slowest, time)
      }
    }
    print(
      "\(count) mutated files of \(seeds.count) seeds in \(whole), slowest \(slowest), 0 crashes")
    if slowest > .seconds(1) { exit(1) }
  }

  static func texts(_ path: String) throws -> [[UInt8]] {
    let root = URL(filePath: path)
    let inside =
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL } ?? []
    return try (inside.isEmpty ? [root] : inside)
      .filter { ["m", "mm", "h", "md"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
  }

  static func read(_ bytes: [UInt8]) {
    let file = parseObjectiveC(SourceText(path: "input.m", bytes: bytes))
    let types = ObjCTypes(file, ObjCModel(library: [], project: [file]))
    for message in file.messages {
      _ = types.receiver(of: message)
      precondition(message.range.upperBound.index <= bytes.count, "a message outside of the text")
    }
    for member in file.members { _ = types.base(of: member) }
  }
}
