import MoultManifests
import MoultSource

/// Where a project says which release of buf it runs.
struct BufPin: Sendable {
  /// As it is written: `1.28.1`.
  let release: String

  /// `.github/workflows/check.yml:11`.
  let place: String

  /// What has to come before anything that buf 1.32 introduced.
  var nextStep: String {
    "raise buf in \(place) to 1.32 or newer first; \(release) does not know what takes its place"
  }
}

/// Returns the oldest release of buf that a step of a workflow or the name of an image asks for, if it is older than 1.32.
///
/// - Complexity: O(*n*) in the bytes of the files.
func oldBufPin(in files: [ProjectText]) -> BufPin? {
  var oldest: (version: VersionNumber, pin: BufPin)?
  let mark = Array("bufbuild/buf".utf8)
  for file in files where file.surface == .manifest || file.surface == .script {
    let source = file.source
    guard source.bytes.firstIndex(ofBytes: mark, from: 0) != nil else { continue }
    for written in releasesOfBuf(in: source) {
      // `1` is any release, and `${{ … }}` and `latest` are unknown here.
      guard written.release.contains("."),
        written.release.allSatisfy({ $0.isNumber || $0 == "." || $0 == "v" }),
        let version = VersionNumber(written.release), let limit = VersionNumber("1.32"),
        version < limit, oldest.map({ version < $0.version }) ?? true
      else { continue }
      let line = source.lines
        .position(of: written.offset, in: .utf8, of: source.bytes).line
      oldest = (version, BufPin(release: written.release, place: "\(source.path):\(line)"))
    }
  }
  return oldest?.pin
}

private func releasesOfBuf(in source: SourceText) -> [(release: String, offset: ByteOffset)] {
  var found = releasesOfImages(in: source)
  if source.path.hasSuffix(".yml") || source.path.hasSuffix(".yaml") {
    for document in parseYAML(source).documents { addReleases(ofSteps: document, to: &found) }
  }
  return found
}

/// `with: { version: … }` of a step that sets buf up.
private func addReleases(
  ofSteps node: YAMLNode, to found: inout [(release: String, offset: ByteOffset)]
) {
  for element in node.elements ?? [] { addReleases(ofSteps: element, to: &found) }
  for entry in node.entries ?? [] { addReleases(ofSteps: entry.value, to: &found) }
  guard let action = node["uses"]?.scalar?.text,
    action.hasPrefix("bufbuild/buf-setup-action@") || action.hasPrefix("bufbuild/buf-action@"),
    let version = node["with"]?["version"], let text = version.scalar?.text
  else { return }
  found.append((text, version.range.lowerBound))
}

/// `bufbuild/buf:1.28.1`, in whatever names an image.
private func releasesOfImages(
  in source: SourceText
) -> [(release: String, offset: ByteOffset)] {
  let name = Array("bufbuild/buf:".utf8)
  var found: [(release: String, offset: ByteOffset)] = []
  var start = 0
  while let index = source.bytes.firstIndex(ofBytes: name, from: start) {
    start = index + name.count
    let digits = source.bytes[start...].prefix {
      (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".")
    }
    if !digits.isEmpty {
      found.append((String(decoding: digits, as: UTF8.self), ByteOffset(index)))
    }
  }
  return found
}
