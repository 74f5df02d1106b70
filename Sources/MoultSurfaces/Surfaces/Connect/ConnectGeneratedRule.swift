import MoultFindings
import MoultMatching
import MoultSource

/// Finds generated clients whose unary calls lack the argument that the runtime wants since 0.10.
func staleConnectFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard file.surface == .swift, file.isGenerated,
    let runtime = facts.taken.version(of: "connect-swift", at: file.source.path),
    let border = VersionNumber("0.10.0")
  else { return [] }
  let bytes = file.source.bytes
  guard let call = bytes.range(ofText: "client.unary(", within: bytes.count) else { return [] }
  let isNew = bytes.range(ofText: "idempotencyLevel:", within: bytes.count) != nil
  // Of a runtime that may be newer it is only known that it is not older.
  guard !isNew, !(runtime.release.version < border) else { return [] }
  let bindings: [String: Binding] = [
    "found": .text(file.source.path),
    "source": .text(sourceLine(of: file.source) ?? "its '.proto' file"),
    "runtime": .text(runtime.release.text), "call": .text(facts.connect.generation(facts)),
  ]
  return [
    rule.finding(in: file, at: call, bindings, evidence: [runtime.evidence])
  ]
}
