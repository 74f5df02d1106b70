import Foundation
import MoultRules
import MoultSemantics
import MoultSource
import MoultSyntax

/// The modules that code of one era can import, and what its generator makes of the sample service.
struct EraModules: Equatable, Sendable {
  /// The interfaces' texts by module.
  let interfaces: [String: SourceText]
  let sample: SourceText?

  /// Compares where the texts come from, which in one catalogue says what they are.
  static func == (lhs: EraModules, rhs: EraModules) -> Bool {
    lhs.interfaces.mapValues(\.path) == rhs.interfaces.mapValues(\.path)
      && lhs.sample?.path == rhs.sample?.path
  }
}

/// The end of a hop that is meant.
enum HopEnd: Sendable {
  case start
  case end
}

extension EraModules {
  /// Creates what code at one end of a page's hop sees.
  ///
  /// Of the page's library these are the modules of one era; of a library that the page is not about, the
  /// newest.
  init(_ end: HopEnd, ofPage page: String, in catalogue: Catalogue) {
    self.init(EraFolder(end, ofPage: page), in: catalogue)
  }

  /// Returns what code of each era of the page's library sees, the oldest first; nothing for a page that is about no hop.
  static func all(ofLibraryOf page: String, in catalogue: Catalogue) -> [EraModules] {
    let library = EraFolder(.start, ofPage: page).library
    guard !library.isEmpty else { return [] }
    let eras = Set(catalogue.interfaces.all.map { EraFolder(ofFile: $0.tree.source.path) })
      .filter { $0.library == library }
    return eras.sorted { precedes(String($0.era), String($1.era)) }
      .map { EraModules($0, in: catalogue) }
  }

  private init(_ own: EraFolder, in catalogue: Catalogue) {
    var interfaces: [String: SourceText] = [:]
    for (module, candidates) in Dictionary(grouping: catalogue.interfaces.all, by: \.module) {
      let sources = candidates.map(\.tree.source).sorted { precedes($0.path, $1.path) }
      let ofLibrary = sources.filter { source in
        !own.library.isEmpty && EraFolder(ofFile: source.path).library == own.library
      }
      let chosen =
        ofLibrary.isEmpty
        ? sources.last
        : ofLibrary.first { EraFolder(ofFile: $0.path) == own }
      if let chosen { interfaces[module] = chosen }
    }
    self.interfaces = interfaces
    let sample = catalogue.samples.keys.sorted().first { EraFolder(ofFile: $0 + "/") == own }
    self.sample = sample.map { key in
      SourceText(
        path: "\(key)/Generated.swift", bytes: Array(catalogue.samples[key, default: ""].utf8))
    }
  }
}

/// The last two folders of a path in the catalogue: `…/library/era/File`.
private struct EraFolder: Hashable {
  let library: Substring
  let era: Substring

  init(ofFile path: String) {
    let folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    library = folders.dropLast().last ?? ""
    era = folders.last ?? ""
  }

  /// Creates the folder of one end of the hop in whose folder a page lies; `0-1` is the hop from 0 to 1.
  init(_ end: HopEnd, ofPage path: String) {
    let hop = EraFolder(ofFile: path)
    let ends = hop.era.split(separator: "-")
    let isHop = ends.count == 2
    library = isHop ? hop.library : ""
    era = isHop ? ends[end == .start ? 0 : 1] : ""
  }
}

/// Orders eras as numbers: `9` comes before `10`.
private func precedes(_ lhs: String, _ rhs: String) -> Bool {
  lhs.compare(rhs, options: .numeric) == .orderedAscending
}
