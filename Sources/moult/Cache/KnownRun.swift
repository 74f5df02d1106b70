import Foundation
import MoultReporting
import MoultSource

/// What a run of `moult lint` has said, so that the next one says it again if nothing is another.
///
/// Files are told apart by sizes, times and numbers, as git does it, and what was written while the run began is not
/// trusted. So nothing is read but what the system knows of each path, and no rule is looked at.
struct KnownRun {
  let said: SaidText
  let verdict: Verdict

  /// The folder whose repository the advice has looked at, absolute, and whether a migration could begin there.
  let migration: (base: String, canBegin: Bool)?

  private static let suffix = CacheFolder.runs

  /// The name of the entry of a run: all that decides what it says and lies in no file that it reads.
  ///
  /// - Parameter places: the paths among the arguments, which may be links that come to lead elsewhere.
  /// - Returns: nil if this program cannot be told from others, or nothing can be kept.
  static func name(
    _ arguments: [String], _ places: [String], _ style: TextStyle, in folder: CacheFolder
  ) -> String? {
    guard folder.isMade(), let program = runningProgram(folder), let here = resolvedPath(".") else {
      return nil
    }
    var hasher = ContentHasher()
    hasher.add("run 1")
    hasher.add(program)
    hasher.add(arguments)
    hasher.add(places.map { resolvedPath($0) ?? "" })
    hasher.add(here)
    hasher.add(style == .colored)
    return hasher.digest().text + suffix
  }

  init(said: SaidText, verdict: Verdict, migration: (base: String, canBegin: Bool)?) {
    self.said = said
    self.verdict = verdict
    self.migration = migration
  }

  /// Reads the entry of a run; nil if there is none, or if anything is another by now.
  init?(named name: String, in folder: CacheFolder, jobs: Int) {
    guard let bytes = folder.entry(named: name) else { return nil }
    var rest = bytes[...]
    let seal = Self.seal([]).count
    guard let content = rest.take(bytes.count - seal), rest.elementsEqual(Self.seal(content)) else {
      return nil
    }
    rest = content
    guard let verdict = rest.takeNumber().flatMap({ Verdict(rawValue: $0) }),
      let canBegin = rest.takeNumber(), let length = rest.takeNumber(),
      let base = rest.take(length), let said = SaidText(taking: &rest),
      DiskRecord.holds(rest, jobs: jobs)
    else { return nil }
    self.verdict = verdict
    self.said = said
    migration = base.isEmpty ? nil : (String(decoding: base, as: UTF8.self), canBegin == 1)
    if let migration, canMigrate(at: migration.base) != migration.canBegin { return nil }
  }

  /// Keeps the run for who asks for the same.
  ///
  /// - Parameter looks: what has to lie on the disk as it does.
  func keep(as name: String, in folder: CacheFolder, _ looks: [String: DiskLook]) {
    guard folder.takes(said.size) else { return }
    var bytes: [UInt8] = []
    // A large report is written with its places in one piece of memory, and not copied as that grows.
    bytes.reserveCapacity(said.size + 128 * looks.count + 4096)
    bytes.appendNumber(verdict.rawValue)
    bytes.appendNumber(migration?.canBegin == true ? 1 : 0)
    let base = migration?.base ?? ""
    bytes.appendNumber(base.utf8.count)
    bytes += base.utf8
    said.write(to: &bytes)
    bytes += DiskRecord.bytes(looks)
    bytes += Self.seal(bytes[...])
    folder.keep(bytes, named: name)
  }

  /// What an entry ends with, by which one is known that is not whole.
  private static func seal(_ content: ArraySlice<UInt8>) -> [UInt8] {
    var hasher = ContentHasher()
    hasher.add(content)
    return Array(hasher.digest().text.utf8)
  }
}
