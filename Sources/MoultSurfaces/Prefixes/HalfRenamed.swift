import MoultFindings
import MoultMatching
import MoultProto
import MoultSource

package let halfRenamedFinder = Finder(
  FinderTerms(
    "half-renamed", .word(["unprefixed"]), reach: .own, binds: { _ in ["new"] },
    anchors: { _ in objectiveCWords }), on: [.swift, .objectiveC], halfRenamedFindings)

/// Finds uses of names that generated things had before their package got a prefix.
///
/// A program that holds one does not compile: nothing is called so any more.
func halfRenamedFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard file.surface == .objectiveC || file.surface == .swift, !file.isGenerated,
    !facts.objectiveCConsumers.isEmpty,
    let uses = facts.desk.halfRenamedUses()[file.source.path]
  else { return [] }
  return uses.edits.map { edit in
    let new = String(decoding: edit.replacement, as: UTF8.self)
    return rule.finding(in: file, at: edit.range, ["new": .text(new)], edits: [edit])
  }
}

/// The uses of unprefixed names in files that see the generated headers, by path.
///
/// Names that something else has are left out: what a generator makes without a prefix, what the project
/// declares in either language, what Apple's frameworks and Swift declare, and in Swift a single word that a
/// module which is not here may have.
func usesOfUnprefixedNames(in scene: RenameScene) -> [String: FileUses] {
  var table = RenameTable()
  var current: Set<String> = []
  var members: Set<Int> = []
  for (index, file) in scene.protos.enumerated() {
    let prefix = scene.prefixes.prefix(of: file).value
    let new = file.objectiveCSymbols(prefix: prefix)
    current.formUnion(new.map(\.name))
    // Google's own had their prefix from the first release on.
    guard !prefix.isEmpty, file.package != "google.protobuf" else { continue }
    members.insert(index)
    for (old, new) in zip(file.objectiveCSymbols(prefix: ""), new)
    where !isPlatformName(old.name) {
      table.add(
        old.name, RenameTable.Entry(new: new.name, kind: .objectiveC(old.kind), file: index))
    }
  }
  guard !table.entries.isEmpty else { return [:] }
  return callerUses(.objectiveC, members, scene, table, rivals: current, areOfToday: false)
}
