import MoultFindings
import MoultSource
import MoultSurfaces
import MoultSyntax

/// What comments ask to ignore, with what would be changed together with it.
///
/// A fix is made whole or not at all, and so is what several fixes make of one thing: none of them touches what is ignored, what its
/// own fix would replace, or what stands in a type whose conformance is ignored.
struct IgnoredPlaces {
  private struct Place {
    let range: ByteRange

    /// Where the finding begins that is ignored.
    let path: String
    let line: Int

    /// The library whose findings it keeps from being fixed; nil for those of any.
    var library: String?

    func covering(_ range: ByteRange, for library: String? = nil) -> Place {
      Place(range: range, path: path, line: line, library: library)
    }
  }

  private var places: [String: [Place]] = [:]
  private var units: [String: Place] = [:]

  /// - Parameter findings: those that are not ignored, of all files.
  /// - Complexity: O(*n* × *i*) in the edits of all fixes and in what is ignored.
  init(
    _ suppressed: [SuppressedFinding], among findings: [Finding], in files: [ProjectText],
    _ cache: TreeCache
  ) {
    let ignored = suppressed.map(\.finding).filter { $0.fix != nil }
    guard !ignored.isEmpty else { return }
    let byPath = Dictionary(files.map { ($0.source.path, $0) }) { first, _ in first }
    for finding in ignored {
      guard let file = byPath[finding.path] else { continue }
      let place = Place(
        range: finding.range, path: finding.path,
        line: file.source.lines.line(of: finding.range.lowerBound))
      for range in regions(around: finding.range, in: file, cache) {
        places[finding.path, default: []].append(place.covering(range))
      }
      add(finding, place)
    }
    // What is left because of that leaves its whole unit.
    let parts = findings.filter { $0.unit != nil }
    while let next = parts.first(where: { part in
      part.unit.map { units[$0] == nil } ?? false && place(of: part) != nil
    }), let place = place(of: next) {
      for part in parts where part.unit == next.unit {
        add(part, place)
        guard let file = byPath[part.path] else { continue }
        for range in regions(around: part.range, in: file, cache) {
          places[part.path, default: []].append(place.covering(range))
        }
      }
    }
    // What stays needs its imports.
    let left = findings.compactMap { finding in place(of: finding).map { (finding, $0) } }
    let kept = ignored.map { finding in (finding, places[finding.path]?.first) } + left
    var librariesOfFiles: [String: Set<String>] = [:]
    for case (let finding, let place?) in kept {
      let library = finding.rule.library
      guard let file = byPath[finding.path], file.surface == .swift,
        librariesOfFiles[finding.path, default: []].insert(library).inserted
      else { continue }
      for node in cache.tree(of: file.source).root.children where node.kind == .importDecl {
        places[finding.path, default: []].append(place.covering(node.range, for: library))
      }
    }
  }

  /// Notes what the fix of a finding replaces, which is not made.
  private mutating func add(_ finding: Finding, _ place: Place) {
    if let unit = finding.unit { units[unit] = place }
    for changed in finding.fix?.files ?? [] {
      for edit in changed.edits where !edit.range.isEmpty {
        places[changed.path, default: []].append(place.covering(edit.range))
      }
    }
  }

  /// Returns a finding without its fix where that would change what is ignored; of what it is a part, nobody asks any more.
  func leaving(_ finding: Finding) -> Finding {
    guard let place = place(of: finding) else { return finding.being(partOf: nil) }
    let name = place.path == finding.path ? "line \(place.line)" : "\(place.path):\(place.line)"
    return finding.left(
      "what is ignored in \(name) would change together with this: take the comment away there and run the fix again, or change both by hand"
    )
  }

  /// The first place that a fix would change although it is ignored.
  private func place(of finding: Finding) -> Place? {
    guard !places.isEmpty, let fix = finding.fix else { return nil }
    if let place = finding.unit.flatMap({ units[$0] }) { return place }
    for file in fix.files {
      guard let ignored = places[file.path] else { continue }
      for edit in file.edits {
        let place = ignored.first { place in
          touches(edit.range, place.range)
            && (place.library ?? finding.rule.library) == finding.rule.library
        }
        if let place { return place }
      }
    }
    return nil
  }
}

/// Whether an edit replaces some of a range, or inserts something within it.
private func touches(_ edit: ByteRange, _ range: ByteRange) -> Bool {
  edit.isEmpty
    ? range.lowerBound < edit.lowerBound && edit.lowerBound < range.upperBound
    : edit.overlaps(range)
}

/// What a finding is about: its range, the expression that it stands in, and the type among whose inherited types it stands.
private func regions(
  around range: ByteRange, in file: ProjectText, _ cache: TreeCache
) -> [ByteRange] {
  guard file.surface == .swift else { return [range] }
  let node = cache.tree(of: file.source).innermostNode(at: range.lowerBound)
  let around = [node] + node.ancestors
  if let inherited = around.first(where: { $0.kind == .inheritedType }),
    let type = inherited.ancestors.first(where: { $0.kind.isDeclaration })
  {
    return [type.range]
  }
  let expression = around.prefix { $0.kind.isExpression && $0.kind != .closure }.last
  return [range, expression?.range].compactMap(\.self)
}
