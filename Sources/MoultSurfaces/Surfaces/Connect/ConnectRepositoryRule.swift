import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// Finds the repository of connect-swift under its old owner, outside `Package.swift` and Xcode projects.
///
/// In Podfiles, podspecs and YAML such as that of XcodeGen the owner is replaced. A lock is for its package manager to write.
func connectRepositoryFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ cache: TreeCache
) -> [Finding] {
  switch manifestKind(ofPath: file.source.path) {
  case .podfile, .podspec:
    return cache.pods(of: file.source).compactMap { pod in
      guard let address = pod.option("git"), let text = address.value else { return nil }
      return moved(text, at: address.contentRange, rule, file)
    }
  case .yaml:
    return parseYAML(file.source).documents.flatMap(scalars).compactMap { scalar in
      moved(scalar.text, at: scalar.content.range, rule, file)
    }
  case .swiftPackageLock:
    return resolvedDependencies(in: file.source).compactMap { entry in
      guard let location = entry.location, oldOwner(in: location) != nil else { return nil }
      return rule.finding(in: file, at: entry.range, ["found": .text(location)])
    }
  default: return []
  }
}

private func moved(
  _ text: String, at range: ByteRange, _ rule: SurfaceRule, _ file: ProjectText
) -> Finding? {
  guard let owner = oldOwner(in: text), text.utf8.count == range.utf8Count else { return nil }
  let start = range.lowerBound.index + owner.lowerBound
  let place = ByteRange(indices: start..<start + owner.count)
  return rule.finding(
    in: file, at: range, ["found": .text(text)], edits: [Edit(place, "connectrpc")])
}

/// Returns where the old owner stands in the address of the repository, in bytes, or nil if it is another's address.
private func oldOwner(in address: String) -> Range<Int>? {
  let bytes = Array(address.utf8)
  let name = Array("bufbuild/connect-swift".utf8)
  guard let found = bytes.firstRange(of: name), found.lowerBound > 0,
    bytes[found.lowerBound - 1] == UInt8(ascii: "/")
      || bytes[found.lowerBound - 1] == UInt8(ascii: ":"),
    bytes[..<found.lowerBound].firstRange(of: Array("github.com".utf8)) != nil
  else { return nil }
  let rest = bytes[found.upperBound...]
  guard rest.isEmpty || rest.elementsEqual(".git".utf8) || rest.elementsEqual("/".utf8) else {
    return nil
  }
  return found.lowerBound..<found.lowerBound + "bufbuild".utf8.count
}

private func scalars(_ node: YAMLNode) -> [YAMLScalar] {
  [node.scalar].compactMap { $0 } + (node.elements ?? []).flatMap(scalars)
    + (node.entries ?? []).flatMap { scalars($0.value) }
}
