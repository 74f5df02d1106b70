import MoultFindings
import MoultSource
import MoultSurfaces

/// What a run changes in manifests, by whose version it raises.
struct RaisedRequirements: Sendable {
  private let made: [Finding]

  /// What files take as the manifests are.
  let before: TakenVersions
  private let after: TakenVersions

  init(_ made: [Finding], before: TakenVersions, after: TakenVersions) {
    self.made = made
    self.before = before
    self.after = after
  }

  var isEmpty: Bool { made.isEmpty }

  /// Returns the findings whose fixes change the versions that some files have of some packages, each once.
  func raising(_ lacking: [(package: String, path: String)]) -> [Finding] {
    var found: [Finding] = []
    for (package, path) in lacking {
      for finding in raising(package, at: path) where !found.contains(finding) {
        found.append(finding)
      }
    }
    return found
  }

  /// What changes the statements from which the version comes; where none stands there yet, what changes their manifests,
  /// and where nothing does, all.
  private func raising(_ package: String, at path: String) -> [Finding] {
    var sources =
      before.sources(of: package, at: path) + after.sources(of: package, at: path)
    if sources.isEmpty { sources = before.statements.filter { $0.package == package } }
    let packages = Set(sources.map(\.package))
    let manifests = Set(sources.map(\.path))
    let statements = before.statements.filter {
      packages.contains($0.package) && manifests.contains($0.path)
    }
    let exact = made.filter { finding in statements.contains { finding.changes($0) } }
    guard exact.isEmpty else { return exact }
    let beside = made.filter { !manifests.isDisjoint(with: $0.fix?.files.map(\.path) ?? []) }
    return beside.isEmpty ? made : beside
  }
}

extension Finding {
  /// Whether the finding's fix edits what a manifest says of a package.
  fileprivate func changes(_ statement: StatedRequirement) -> Bool {
    fix?.files.contains { file in
      file.path == statement.path
        && file.edits.contains { edit in
          statement.range.lowerBound <= edit.range.lowerBound
            && edit.range.upperBound <= statement.range.upperBound
        }
    } ?? false
  }
}
