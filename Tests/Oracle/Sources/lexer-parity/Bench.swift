import Corpus
import MoultSource
import MoultSyntax
import Reference
import SwiftParser
import SwiftSyntax

/// How many megabytes of source each front end reads per second on one core.
struct Speeds {
  var lexer = 0.0
  var parser = 0.0
  var referenceLexer = 0.0
  var referenceParser = 0.0

  /// Prints how far the speeds lie above what they have to reach.
  func reachBars() -> Bool {
    let bars: [(String, Double, Double)] = [
      ("Moult lexer, MB/s", lexer, 350), ("Moult lexer and parser, MB/s", parser, 100),
      ("lexers, ours to the reference's", lexer / referenceLexer, 7),
      ("lexers and parsers, ours to the reference's", parser / referenceParser, 5),
    ]
    for (name, reached, bar) in bars {
      let rounded = (reached * 10).rounded() / 10
      print("\(name): \(rounded), at least \(Int(bar)) wanted\(reached < bar ? ": TOO SLOW" : "")")
    }
    return bars.allSatisfy { $0.1 >= $0.2 }
  }
}

/// Prints how fast each front end reads the files, as the best of several rounds on one core.
func bench(_ files: [CorpusFile], oursOnly: Bool) -> Speeds {
  var speeds = Speeds()
  let megabytes = Double(files.reduce(0) { $0 + $1.bytes.count }) / 1e6
  print("\(files.count) files, \(megabytes.rounded()) MB")
  _ = report("scan of each byte", megabytes, rounds: 10) {
    var sum: UInt64 = 0
    for file in files {
      file.bytes.withUnsafeBufferPointer { bytes in
        for byte in bytes { sum &+= UInt64(ByteScan.table[Int(byte)]) }
      }
    }
    return Int(truncatingIfNeeded: sum)
  }
  speeds.lexer = report("Moult lexer", megabytes, rounds: 10) {
    files.reduce(0) { $0 + tokenize($1.bytes).tokens.count }
  }
  speeds.parser = report("Moult lexer and parser", megabytes, rounds: 3) {
    files.reduce(0) { $0 + parse(SourceText(path: $1.path, bytes: $1.bytes)).nodes.count }
  }
  if oursOnly { return speeds }
  speeds.referenceLexer = report("swift-syntax lexer", megabytes, rounds: 2) {
    var count = 0
    for file in files {
      file.bytes.withUnsafeBufferPointer { bytes in
        forEachReferenceLexeme(bytes) { _ in count += 1 }
      }
    }
    return count
  }
  speeds.referenceParser = report("swift-syntax parser", megabytes, rounds: 1) {
    files.reduce(0) { sum, file in
      sum + file.bytes.withUnsafeBufferPointer { Parser.parse(source: $0).totalLength.utf8Length }
    }
  }
  return speeds
}

/// A table for the plainest of scans.
enum ByteScan {
  static let table = (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 7) }
}

private func report(_ name: String, _ megabytes: Double, rounds: Int, _ body: () -> Int) -> Double {
  var best = Double.infinity
  var result = 0
  for _ in 0..<rounds {
    best = min(best, processorTime { result = body() })
  }
  let speed = megabytes / best
  print("\(name): \((speed * 10).rounded() / 10) MB/s (result \(result))")
  return speed
}
