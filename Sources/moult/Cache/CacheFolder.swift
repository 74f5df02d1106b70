import Foundation
import MoultSource

/// What earlier runs have worked out, in the user's folder for caches.
///
/// An entry is a file whose name says all that its content depends on, so that it never has to be changed: it is whole or
/// not there, whoever writes or is killed beside it. What was used least lately goes when all of it takes more than a
/// limit.
struct CacheFolder: Sendable {
  /// Absolute.
  private let path: String

  /// What the names of entries end with; whatever else somebody keeps in the folder is none.
  static let findings = ".findings"
  static let interfaces = ".interfaces"
  static let program = ".program"
  static let runs = ".run"
  private static let suffixes = [findings, interfaces, program, runs]

  /// How many bytes all entries may take.
  private let limit: Int

  /// - Parameter path: absolute; it need not exist.
  init(at path: String, limit: Int = 256 << 20) {
    self.path = path
    self.limit = limit
  }

  /// The user's: what `MOULT_CACHE` names, else `moult` in the system's folder for caches; nil where `MOULT_CACHE` is `off`, or
  /// nobody says where caches go.
  static var ofUser: CacheFolder? {
    if let named = Surroundings.variable("MOULT_CACHE"), !named.isEmpty {
      return named.hasPrefix("/") ? CacheFolder(at: named) : nil
    }
    if let named = Surroundings.variable("XDG_CACHE_HOME"), named.hasPrefix("/") {
      return CacheFolder(at: joined(named, "moult"))
    }
    guard let home = Surroundings.variable("HOME"), home.hasPrefix("/") else { return nil }
    #if canImport(Darwin)
      return CacheFolder(at: joined(home, "Library/Caches/moult"))
    #else
      return CacheFolder(at: joined(home, ".cache/moult"))
    #endif
  }

  /// Returns the content of an entry, or nil if there is none that can be read.
  func entry(named name: String) -> [UInt8]? {
    let file = joined(path, name)
    guard let bytes = try? readFile(file, below: limit) else { return nil }
    // What is used stays. That takes a moment, and need not be known by the minute.
    var status = stat()
    if stat(file, &status) == 0, time(nil) - status.modified > 3_600 { utimes(file, nil) }
    return bytes
  }

  /// Keeps an entry; a cache that cannot be written costs time, and nothing else.
  ///
  /// The first time that a process does so, what was used least lately goes.
  func keep(_ bytes: [UInt8], named name: String) {
    guard takes(bytes.count), isMade() else { return }
    let file = joined(path, name)
    try? writeWhole(bytes, to: file, called: file, mode: 0o600)
    Self.pruning.value { prune() }
  }

  /// Returns whether an entry of so many bytes is kept: one may take an eighth of all.
  func takes(_ size: Int) -> Bool { size < limit / 8 }

  private static let pruning = Once<Void>()

  /// Makes the folder unless it is there, and returns whether entries can be kept in it.
  func isMade() -> Bool {
    mkdir(parentFolder(path), 0o755)
    // What stands in it is of the user's own code.
    mkdir(path, 0o700)
    return access(path, W_OK | X_OK) == 0
  }

  /// Removes the entries that were used least lately if all of them take more than the limit, and what killed writers left.
  ///
  /// Whatever else is in the folder stays.
  ///
  /// - Complexity: O(*n* log *n*) in the entries.
  private func prune() {
    guard let names = try? entries(ofFolder: path) else { return }
    var files: [(path: String, bytes: Int, time: Int)] = []
    for entry in names where entry.kind == .file {
      let file = joined(path, entry.name)
      var status = stat()
      guard stat(file, &status) == 0 else { continue }
      let isLeftover = Self.suffixes.contains { entry.name.contains($0 + temporarySuffix) }
      guard isLeftover || Self.suffixes.contains(where: entry.name.hasSuffix) else { continue }
      if isLeftover, time(nil) - status.modified > 3_600 {
        unlink(file)
        continue
      }
      files.append((file, Int(status.st_size), status.modified))
    }
    var total = files.reduce(0) { $0 + $1.bytes }
    guard total > limit else { return }
    // Not to the limit alone, or the next entry would begin it again.
    for file in files.sorted(by: { ($0.time, $0.path) < ($1.time, $1.path) }) {
      guard total > limit / 4 * 3 else { break }
      unlink(file.path)
      total -= file.bytes
    }
  }
}

extension stat {
  /// When the content was written last, in seconds since 1970.
  fileprivate var modified: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}
