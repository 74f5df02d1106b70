package import MoultFindings
import MoultMatching
import MoultSource
import MoultSurfaces

/// The folder of a hop's pages: a library and two eras, `grpc-swift/0-1`.
package struct HopFolder: Hashable, Sendable {
  package let library: String

  /// The eras that it leads between, as pages name them: `0`, `1`.
  package let from: String
  package let to: String

  /// The rules of its pages.
  package let rules: Set<RuleID>

  /// Those of its rules that find the old module where it is imported or depended upon, and can take it away.
  package let gates: Set<RuleID>

  /// Whether one of its rules finds an import, so that the hop changes the name of a module.
  package let renamesModule: Bool

  /// The number of eras that the hop leads over.
  package var length: Int { (Int(to) ?? 0) - (Int(from) ?? 0) }

  /// Whether the other hop of the same library lies within this one.
  package func covers(_ other: HopFolder) -> Bool {
    guard library == other.library, let low = Int(from), let high = Int(to),
      let start = Int(other.from), let end = Int(other.to)
    else { return false }
    return low <= start && end <= high
  }
}

extension Catalogue {
  /// The folders whose names are two eras, by library and eras.
  package var hopFolders: [HopFolder] { knownHopFolders.value(readHopFolders) }

  private func readHopFolders() -> [HopFolder] {
    var folders: [String: [Int]] = [:]
    for index in pages.indices where pages[index].hop != nil {
      let path = pages[index].path
      folders[String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), default: []].append(
        index)
    }
    return folders.map { path, members in
      let parts = path.split(separator: "/")
      let eras = parts[1].split(separator: "-")
      return HopFolder(
        library: String(parts[0]), from: String(eras[0]), to: String(eras[1]),
        rules: Set(members.map { pages[$0].id }),
        gates: Set(members.filter { pages[$0].isGate }.map { pages[$0].id }),
        renamesModule: members.contains { pages[$0].rows.contains(where: \.isImport) })
    }.sorted { ($0.library, $0.from, $0.to) < ($1.library, $1.from, $1.to) }
  }
}

extension RulePage {
  /// Whether the page finds what brings the old module in, and can take it away.
  fileprivate var isGate: Bool { rows.contains { $0.isImport || $0.isDependency } }
}

extension RuleRow {
  fileprivate var isImport: Bool { finder.terms.role == .module }

  /// Whether the row is about the dependency itself, and not about what stands beside it.
  fileprivate var isDependency: Bool {
    finder.terms.role == .dependency && safety != .manual && find.options["old"] == nil
  }
}
