import MoultFindings
import MoultProto
import MoultProtoParser
import MoultSource
import MoultSurfaces

extension Session {
  /// Returns how many findings each part of the project has.
  ///
  /// A finding counts for each service that its file names, and else for `no service`.
  func counts(of findings: [Finding], by unit: Budget.Unit) throws(Failure) -> [String: Int] {
    let names: (Finding) -> [String]
    switch unit {
    case .rule: names = { [$0.rule.rawValue] }
    case .module:
      let layout = ProjectLayout(workspace.files.map(ProjectText.init))
      names = { [layout.module(ofPath: $0.path)] }
    case .owner:
      let owners = try codeOwners()
      let base = workspace.base
      names = { finding in
        [owners.owners.owner(of: relative(finding.path, from: base, to: owners.repository))]
      }
    case .service:
      let byPath = servicesByPath(in: Set(findings.map(\.path)))
      names = { byPath[$0.path] ?? ["no service"] }
    }
    var counts: [String: Int] = [:]
    for finding in findings {
      for name in names(finding) { counts[name, default: 0] += 1 }
    }
    return counts
  }

  private func codeOwners() throws(Failure) -> (owners: CodeOwners, repository: String) {
    let repository = repositoryRoot(above: workspace.base) ?? workspace.base
    for place in CodeOwners.places {
      let path = joined(repository, place)
      guard resolvedPath(path) != nil else { continue }
      return (CodeOwners(try textFile(path, called: place)), repository)
    }
    throw Failure(
      "there is no CODEOWNERS here: looked for \(CodeOwners.places.joined(separator: ", "))")
  }

  /// The full names of the services that each file names, sorted; files that name none are absent.
  private func servicesByPath(in paths: Set<String>) -> [String: [String]] {
    var stems: [(name: String, words: [String])] = []
    for file in workspace.files where file.surface == .proto {
      let proto = parseProto(file.source)
      for service in proto.services {
        let words = [
          proto.swiftServiceName(service, era: .v1), proto.swiftServiceName(service, era: .v2),
          ObjectiveCNames(prefix: proto.objectiveCPrefix ?? "").serviceName(service.name),
          proto.fullName(of: service),
        ]
        stems.append((proto.fullName(of: service), Array(Set(words))))
      }
    }
    var result: [String: [String]] = [:]
    for file in workspace.files where paths.contains(file.source.path) {
      let bytes = file.source.bytes
      let named = stems.filter { stem in
        stem.words.contains { bytes.firstIndex(ofBytes: Array($0.utf8), from: 0) != nil }
      }
      if !named.isEmpty { result[file.source.path] = Set(named.map(\.name)).sorted() }
      if file.surface == .proto {
        let own = parseProto(file.source)
        let names = own.services.map { own.fullName(of: $0) }.sorted()
        if !names.isEmpty { result[file.source.path] = names }
      }
    }
    return result
  }
}
