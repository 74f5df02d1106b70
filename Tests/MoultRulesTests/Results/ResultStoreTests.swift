import Foundation
import MoultAnalysis
import MoultFindings
import MoultMatching
import MoultRewriting
import MoultRules
import MoultSource
import MoultSurfaces
import Synchronization
import Testing

private let catalogue = Result { try Catalogue(embeddedTexts) }

/// What stores keep, and what they were asked.
private final class Shelf: Sendable {
  private let entries = Mutex<[ContentDigest: [UInt8]]>([:])
  private let found = Mutex(0)

  var content: [ContentDigest: [UInt8]] { entries.withLock { $0 } }

  /// How many results were found.
  var hits: Int { found.withLock { $0 } }

  func store(
    ground: ContentDigest = ContentHasher().digest(),
    ofFile: @escaping @Sendable (String) -> ContentDigest = { _ in ContentHasher().digest() }
  ) -> ResultStore {
    ResultStore(ground: ground, ofFile: ofFile, leastTime: .zero) { [self] key in
      let bytes = entries.withLock { $0[key] }
      if bytes != nil { found.withLock { $0 += 1 } }
      return bytes
    } keep: { [self] key, bytes in
      entries.withLock { $0[key] = bytes }
    }
  }

  func change(_ body: ([UInt8]) -> [UInt8]) {
    entries.withLock { $0 = $0.mapValues(body) }
  }
}

private func expectSame(_ one: AnalysisResult, _ other: AnalysisResult, _ comment: Comment) {
  #expect(one.findings == other.findings, comment)
  #expect(one.suppressed == other.suppressed, comment)
  #expect(one.gaps == other.gaps, comment)
  #expect(one.kept == other.kept, comment)
  #expect(one.unknown == other.unknown, comment)
  #expect(one.programs.map(\.program) == other.programs.map(\.program), comment)
}

private func run(_ files: [ProjectText], _ store: ResultStore?) async throws -> AnalysisResult {
  try await run(files, AnalysisOptions(jobs: 2), store)
}

private func run(
  _ files: [ProjectText], _ options: AnalysisOptions, _ store: ResultStore?
) async throws -> AnalysisResult {
  await analyse(files, try catalogue.get(), options, cache: TreeCache(), results: store)
}

@Suite struct ResultStoreTests {
  @Test(arguments: fixtureNames)
  func `what was kept of a fixture is what is found`(name: String) async throws {
    let shelf = Shelf()
    let files = fixtureFiles(name)
    let cold = try await run(files, nil)
    let first = try await run(files, shelf.store())
    let second = try await run(files, shelf.store())
    #expect(!shelf.content.isEmpty)
    #expect(shelf.hits == shelf.content.count)
    expectSame(first, cold, "\(name), kept")
    expectSame(second, cold, "\(name), known")
  }

  @Test func `places of unknown types are kept with their reasons`() async throws {
    let shelf = Shelf()
    let text = """
      import SwiftGRPC
      import Billing
      func codes(_ bills: [Bill]) { run { print($0.statusCode, bills[0].entry.statusCode) } }

      """
    let files = [
      ProjectText(
        source: SourceText(path: "Sources/App/A.swift", bytes: Array(text.utf8)), surface: .swift,
        isGenerated: false)
    ]
    let cold = try await run(files, nil)
    #expect(cold.unknown.map(\.reason) == [.closure, .module])
    #expect(cold.unknown.map(\.modules) == [[], ["Billing"]])
    _ = try await run(files, shelf.store())
    expectSame(try await run(files, shelf.store()), cold, "known")
    #expect(shelf.hits == 1)
  }

  @Test func `what is asked of fixes is part of what is kept`() async throws {
    let shelf = Shelf()
    let files = fixtureFiles("depot-v0")
    let questions: [FixQuestions] = [.none, .alternatives, .all]
    var found: [AnalysisResult] = []
    for questions in questions {
      let options = AnalysisOptions(jobs: 2).answering(questions)
      found.append(try await run(files, options, shelf.store()))
    }
    #expect(shelf.hits == 0)
    #expect(found[0].findings.allSatisfy { $0.alternatives == nil })
    #expect(found[2].findings.contains { $0.alternatives != nil })
    for (questions, cold) in zip(questions, found) {
      let options = AnalysisOptions(jobs: 2).answering(questions)
      expectSame(try await run(files, options, shelf.store()), cold, "\(questions)")
    }
    #expect(shelf.hits > 0)
  }

  /// Each is another question, to which an old answer is no answer.
  @Test func `whatever findings depend on makes another key`() async throws {
    let files = fixtureFiles("hello-v0")
    let place = try #require(files.firstIndex { $0.surface == .swift })
    let path = files[place].source.path
    func changed(_ body: (ProjectText) -> ProjectText) -> [ProjectText] {
      var copy = files
      copy[place] = body(copy[place])
      return copy
    }
    let plain = AnalysisOptions(jobs: 2)
    var options: [(String, AnalysisOptions)] = [
      ("a rule", AnalysisOptions(rules: [RuleID("grpc-swift.status-code-type")], jobs: 2)),
      ("no rule", AnalysisOptions(rules: [], jobs: 2)),
      ("a scope", AnalysisOptions(scope: [path], jobs: 2)),
      ("safeties", plain.applying([.safe])),
      ("a width", plain.laidOut([path: LayoutSettings(width: 80)])),
      ("an indent", plain.laidOut([path: LayoutSettings(indentUnit: "\t")])),
      ("a tab", plain.laidOut([path: LayoutSettings(tabWidth: 8)])),
      ("a line ending", plain.laidOut([path: LayoutSettings(lineEnding: "\r\n")])),
    ]
    let values: [OptionValue] = [
      .text("a"), .text("b"), .flag(true), .flag(false), .texts(["a"]), .texts([]),
      .table(["a": "b"]), .table(["ab": ""]),
    ]
    for value in values {
      options.append(
        ("\(value)", AnalysisOptions(options: OptionValues(["o.p": value]), jobs: 2)))
    }
    options.append(
      ("a name", AnalysisOptions(options: OptionValues(["o.q": .flag(true)]), jobs: 2)))
    let texts: [(String, [ProjectText])] = [
      (
        "a byte",
        changed {
          ProjectText(
            source: SourceText(path: $0.source.path, bytes: $0.source.bytes + [0x0A]),
            surface: $0.surface, isGenerated: $0.isGenerated)
        }
      ),
      (
        "a path",
        changed {
          ProjectText(
            source: SourceText(path: "Sources/Z.swift", bytes: $0.source.bytes),
            surface: $0.surface, isGenerated: $0.isGenerated)
        }
      ),
      (
        "a generator",
        changed {
          ProjectText(source: $0.source, surface: $0.surface, isGenerated: !$0.isGenerated)
        }
      ),
      ("a file less", Array(files.dropLast())),
    ]
    let shelf = Shelf()
    _ = try await run(files, plain, shelf.store())
    var known = shelf.content.count
    #expect(known > 0)
    for (name, options) in options {
      _ = try await run(files, options, shelf.store())
      #expect(shelf.content.count > known, "\(name) does not count")
      known = shelf.content.count
    }
    for (name, files) in texts {
      _ = try await run(files, plain, shelf.store())
      #expect(shelf.content.count > known, "\(name) does not count")
      known = shelf.content.count
    }
    var ground = ContentHasher()
    ground.add("another build")
    _ = try await run(files, plain, shelf.store(ground: ground.digest()))
    #expect(shelf.content.count > known)
    known = shelf.content.count
    let other = shelf.store { name in
      var hasher = ContentHasher()
      if name == path { hasher.add("other targets") }
      return hasher.digest()
    }
    _ = try await run(files, other)
    #expect(shelf.content.count > known)
    #expect(shelf.hits == 0)
    // The number of threads is nothing that findings depend on.
    _ = try await run(files, AnalysisOptions(jobs: 1), shelf.store())
    #expect(shelf.hits > 0)
  }

  @Test func `an edit of one program leaves what is known of the others`() async throws {
    let package = fixtureFiles("hello-v0")
    func tree(_ end: [UInt8]) -> [ProjectText] {
      ["one/", "two/"].flatMap { folder in
        package.compactMap { file in
          ProjectText(
            path: folder + file.source.path,
            bytes: file.source.bytes + (folder == "two/" && file.surface == .swift ? end : []))
        }
      }
    }
    let shelf = Shelf()
    _ = try await run(tree([]), shelf.store())
    let known = shelf.content.count
    let edited = tree(Array("// an edit\n".utf8))
    let found = try await run(edited, shelf.store())
    #expect(shelf.hits == known / 2)
    expectSame(found, try await run(edited, nil), "an edit")
  }

  @Test func `what is not whole is found anew`() async throws {
    let files = fixtureFiles("hello-v0")
    let cold = try await run(files, nil)
    let shelf = Shelf()
    _ = try await run(files, shelf.store())
    let whole = try #require(shelf.content.first?.value)
    var damages: [@Sendable ([UInt8]) -> [UInt8]] = [
      { _ in [] }, { $0 + [0] }, { Array($0.dropFirst()) }, { $0.map { _ in 0xFF } },
      { Array(repeating: 0, count: $0.count) },
    ]
    for place in stride(from: 0, to: whole.count, by: max(1, whole.count / 40)) {
      damages.append { Array($0.prefix(place)) }
      damages.append { bytes in
        var bytes = bytes
        if bytes.indices.contains(place) { bytes[place] ^= 0x10 }
        return bytes
      }
    }
    for (number, damage) in damages.enumerated() {
      shelf.change(damage)
      expectSame(try await run(files, shelf.store()), cold, "damage \(number)")
    }
  }
}

@Suite struct ContentDigestTests {
  private func digest(_ body: (inout ContentHasher) -> Void) -> ContentDigest {
    var hasher = ContentHasher()
    body(&hasher)
    return hasher.digest()
  }

  @Test func `texts that differ anywhere have different digests`() {
    var seen: Set<ContentDigest> = []
    var count = 0
    // Lengths around the sixteen bytes that are read at a time, a bit in each place, and zeros that a sum would not see.
    for length in 0...67 {
      seen.insert(digest { $0.add([UInt8](repeating: 0, count: length)) })
      count += 1
      for place in 0..<length {
        for bit in 0..<8 {
          var bytes = [UInt8](repeating: 0, count: length)
          bytes[place] = 1 << bit
          seen.insert(digest { $0.add(bytes) })
          count += 1
        }
      }
    }
    #expect(seen.count == count)
    // Half of a digest is one of its own.
    #expect(Set(seen.map(\.high)).count == count)
    #expect(Set(seen.map(\.low)).count == count)
  }

  @Test func `where one piece ends and the next begins counts`() {
    func digest(_ pieces: String...) -> ContentDigest {
      self.digest { hasher in
        for piece in pieces { hasher.add(piece) }
      }
    }
    let one = digest("ab", "c")
    let other = digest("a", "bc")
    let list = self.digest { $0.add(["a", "bc"]) }
    let swapped = digest("c", "ab")
    #expect(Set([one, other, list, swapped]).count == 4)
    let bytes = self.digest { hasher in
      hasher.add("ab")
      hasher.add(Array("c".utf8))
    }
    #expect(one == bytes)
    #expect(one.text.count == 32)
  }
}
