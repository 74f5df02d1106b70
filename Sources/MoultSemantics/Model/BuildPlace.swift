/// The targets that compile a file, where what counts as one module is several in fact.
///
/// The apps and extensions of an Xcode project are such: what one declares, another does not see.
package struct BuildPlace: Hashable, Sendable {
  /// The numbers of the targets.
  package let targets: Set<Int>

  /// The targets whose declarations the file may see: those that compile it, and what a test waits for.
  private let seen: Set<Int>

  /// Whether other targets may import what it declares.
  private let isImportable: Bool

  package init(targets: Set<Int>, seeing others: Set<Int>, isImportable: Bool) {
    self.targets = targets
    self.seen = targets.union(others)
    self.isImportable = isImportable
  }

  /// Whether what a file at another place declares can be seen from here.
  func sees(_ other: BuildPlace) -> Bool {
    other.isImportable || !seen.isDisjoint(with: other.targets)
  }

  /// Whether some target compiles files of both places.
  func isBuilt(with other: BuildPlace) -> Bool { !targets.isDisjoint(with: other.targets) }
}
