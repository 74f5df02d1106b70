import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// `pod: SwiftGRPC`, or a table.
package let podFinder = Finder(
  FinderTerms(
    "pod", .textOrTable("a pod's name", [.required("name"), .optional("requirement")]),
    role: .dependency, anchors: { [$0.options["name"] ?? $0.subject] }),
  on: [.manifest, .script]
) { podFindings($0, $1, $2.cache) }

/// Finds a dependency on a pod in a Podfile or podspec: `pod 'X', '~> 0.1'`, `s.dependency 'X'`.
///
/// The requirement is replaced where there is one, and none is added where there is none. A pod that is not
/// taken by version (from a path, a branch and the like) keeps what it says, and a person decides.
/// With the option `requirement: none` only a pod is found that is taken in any version; the pod's name is the
/// option `name` then.
///
/// What a Podfile's hooks compare the names of targets with names the pod as well, and follows it where all of its
/// dependencies in the file do.
func podFindings(_ rule: SurfaceRule, _ file: ProjectText, _ cache: TreeCache) -> [Finding] {
  switch manifestKind(of: file.source) {
  case .podfile, .podspec: break
  default: return []
  }
  let find = rule.row.find
  let pods = cache.pods(of: file.source).filter { pod in
    pod.name.value == find.options["name"] ?? find.subject
      && (find.options["requirement"] == nil || isUnpinned(pod))
  }
  let dependencies = pods.map { pod in
    let range = pod.name.contentRange
    let bindings: [String: Binding] = ["found": .text(pod.name.value ?? "")]
    guard case .put(let put) = rule.row.action else {
      return rule.finding(in: file, at: range, bindings)
    }
    let edits = podEdits(pod, name: put.text, requirement: put.table["requirement"] ?? nil)
    return rule.finding(
      in: file, at: range, bindings, edits: edits ?? [],
      nextStep:
        "rename the pod to '\(put.text)' and require it by version; its current source is the old version",
      evidence: edits == nil ? ["the pod is not required by a version written here"] : [])
  }
  guard find.options["requirement"] == nil, manifestKind(of: file.source) == .podfile else {
    return dependencies
  }
  let follows = dependencies.allSatisfy { $0.fix != nil }
  return dependencies + comparisons(rule, file, follow: follows)
}

/// The names of targets that hooks of a Podfile ask for: the pod's target is called as the pod is.
private func comparisons(_ rule: SurfaceRule, _ file: ProjectText, follow: Bool) -> [Finding] {
  let name = rule.row.find.options["name"] ?? rule.row.find.subject
  return comparedStrings(in: file.source).filter { $0.value == name }.map { string in
    let range = string.contentRange
    let bindings: [String: Binding] = ["found": .text(name)]
    guard case .put(let put) = rule.row.action else {
      return rule.finding(in: file, at: range, bindings)
    }
    return rule.finding(
      in: file, at: range, bindings, edits: follow ? [Edit(range, put.text)] : [],
      nextStep: "compare with '\(put.text)', the target of the new pod, once the pod is renamed")
  }
}

/// True if the pod is taken by version, and any version will do.
private func isUnpinned(_ pod: PodDependency) -> Bool {
  let sources: Set = ["git", "path", "podspec", "branch", "tag", "commit", "http", "svn", "hg"]
  return pod.requirements.isEmpty
    && !pod.options.contains { sources.contains($0.label?.name ?? "") }
}

/// The edits of the name and the requirement, or nil if the pod is not taken by a version written here.
private func podEdits(
  _ pod: PodDependency, name: String, requirement: String?
) -> [Edit]? {
  let sources: Set = ["git", "path", "podspec", "branch", "tag", "commit", "http", "svn", "hg"]
  guard !pod.options.contains(where: { sources.contains($0.label?.name ?? "") }) else { return nil }
  var edits = [Edit(pod.name.contentRange, name)]
  let written = pod.requirements.compactMap { $0 }
  guard written.count == pod.requirements.count, written.allSatisfy({ $0.value != nil }) else {
    return nil
  }
  if let requirement, let first = written.first, let last = written.last {
    let range = first.range.lowerBound..<last.range.upperBound
    edits.append(Edit(range, "'\(requirement)'"))
  }
  return edits
}
