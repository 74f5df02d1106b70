import MoultFindings
package import MoultMatching
import MoultProto
import MoultRewriting
import MoultRules
package import MoultSource
import MoultSurfaces

/// What earlier runs have found in programs that are what they were.
///
/// What is found in a program follows from its files and from what the run is told, and from nothing else: whoever knows
/// both by their digest need not look again. Where results are kept is the caller's affair.
package struct ResultStore: Sendable {
  /// Of all that findings depend on beside the files and the options of an analysis.
  private let ground: ContentDigest

  /// Of what decides about rules in the file at a path, where that is not the same for all.
  private let ofFile: @Sendable (String) -> ContentDigest

  private let find: @Sendable (ContentDigest) -> [UInt8]?
  private let keep: @Sendable (ContentDigest, [UInt8]) -> Void

  /// What takes less time is found anew: to look it up would save nothing.
  private let leastTime: Duration

  /// - Parameters:
  ///   - ground: of the program that runs, the rules it was given, and whatever `AnalysisOptions.decision` answers by.
  ///   - ofFile: returns the digest of what it answers by for the file at a path alone. Called from several threads.
  ///   - leastTime: of an analysis whose result is kept.
  ///   - find: returns what was kept under a digest; nil if nothing was, or it is lost. Called from several threads.
  ///   - keep: keeps bytes under a digest. Called from several threads.
  package init(
    ground: ContentDigest,
    ofFile: @escaping @Sendable (String) -> ContentDigest = { _ in ContentHasher().digest() },
    leastTime: Duration = .milliseconds(5),
    find: @escaping @Sendable (ContentDigest) -> [UInt8]?,
    keep: @escaping @Sendable (ContentDigest, [UInt8]) -> Void
  ) {
    self.ground = ground
    self.ofFile = ofFile
    self.leastTime = leastTime
    self.find = find
    self.keep = keep
  }

  /// Returns what is found in a part of a tree, which `find` is asked for unless it is known.
  func result(
    of part: DividedTree.Part, finding analyse: () async -> AnalysisResult
  ) async -> AnalysisResult {
    let key = key(of: part)
    if let bytes = find(key), let known = AnalysisResult(decoding: bytes) { return known }
    let start = ContinuousClock.now
    let result = await analyse()
    if ContinuousClock.now - start >= leastTime { keep(key, result.encoded()) }
    return result
  }

  /// - Complexity: O(*n*) in the bytes of the program's files.
  private func key(of part: DividedTree.Part) -> ContentDigest {
    var hasher = ContentHasher()
    hasher.add(ground)
    hasher.add(part.options)
    hasher.add(part.files.count)
    for file in part.files {
      hasher.add(file.source.path)
      hasher.add(file.surface.rawValue)
      hasher.add(file.isGenerated)
      hasher.add(ofFile(file.source.path))
      hasher.add(part.options.scope?.contains(file.source.path) ?? true)
      hasher.add(part.options.layouts[file.source.path] ?? LayoutSettings())
      hasher.add(file.source.bytes)
    }
    return hasher.digest()
  }
}

extension ContentHasher {
  /// Adds what a run is told that does not belong to single files.
  fileprivate mutating func add(_ options: AnalysisOptions) {
    add(options.rules?.count ?? -1)
    add((options.rules ?? []).map(\.rawValue).sorted())
    add(options.options)
    add(options.applied.map(\.rawValue).sorted())
    add(options.questions.alternatives.map(\.rawValue).sorted())
    add(options.questions.includesCommonOptions)
    add(options.described.map(\.path))
    for copy in options.copies {
      add([copy.folder, copy.package, copy.release?.text ?? "-"])
    }
  }

  fileprivate mutating func add(_ settings: LayoutSettings) {
    add(settings.indentUnit ?? "-")
    add(settings.width ?? -1)
    add(settings.tabWidth ?? -1)
    add(settings.lineEnding ?? "-")
  }

  /// Adds options of rules by name, whatever order they were set in.
  package mutating func add(_ options: OptionValues) {
    add(options.names)
    for name in options.names {
      switch options[name] {
      case nil: add(0)
      case .text(let text):
        add(1)
        add(text)
      case .flag(let isSet):
        add(2)
        add(isSet)
      case .texts(let texts):
        add(3)
        add(texts)
      case .table(let table):
        add(4)
        add(table)
      }
    }
  }

  /// Adds pairs, in the order of their keys.
  package mutating func add(_ table: [String: String]) {
    let keys = table.keys.sorted()
    add(keys)
    add(keys.map { table[$0] ?? "" })
  }
}
