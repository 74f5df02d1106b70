import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// What a page about buf looks for.
enum BufFault: String, CaseIterable {
  /// A file of version v1beta1 or v1.
  case outdated
  /// A file with keys of another version than it names, or that names none.
  case mixedVersion = "mixed-version"
  /// A reference to a plugin in the form of 2022.
  case alphaRemote = "alpha-remote"
}

package let bufFinder = Finder(
  FinderTerms(
    "buf", .word(BufFault.allCases.map(\.rawValue)), reach: .own,
    // Manifests are read whatever they mention.
    anchors: { _ in [] }), on: [.manifest, .script], bufFindings)

/// Finds configuration and commands of buf that are of an older version.
func bufFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard let fault = BufFault(rawValue: rule.row.find.subject) else { return [] }
  let kind = manifestKind(ofPath: file.source.path)
  switch (fault, kind) {
  case (.outdated, .bufGeneration), (.mixedVersion, .bufGeneration):
    return templateFindings(rule, fault, file, facts.bufProject)
  case (.alphaRemote, .bufGeneration): return alphaFindings(rule, file)
  case (.outdated, .bufModule): return moduleFindings(rule, file, facts.bufProject)
  case (.outdated, .bufWorkspace): return workspaceFindings(rule, file, facts.bufProject)
  case (.outdated, .bufLock): return lockFindings(rule, file, facts.bufProject)
  default: return []
  }
}

private func templateFindings(
  _ rule: SurfaceRule, _ fault: BufFault, _ file: ProjectText, _ project: BufProject
) -> [Finding] {
  guard let template = BufTemplate(file.source) else { return [] }
  let isOld = template.version.map { $0.text == "v1" || $0.text == "v1beta1" } ?? false
  let isMixed: Bool
  switch template.version?.text {
  case nil: isMixed = !template.plugins.isEmpty
  case "v1", "v1beta1": isMixed = template.hasKeysOfVersion2
  case "v2": isMixed = template.hasKeysOfVersion1
  default: isMixed = false
  }
  guard fault == .outdated ? isOld && !isMixed : isMixed else { return [] }
  let range =
    template.version?.content.range ?? template.root.entries?.first?.key.range
    ?? template.root.range
  let upgrade = project.oldPin.map(BufUpgrade.init) ?? upgrade(template)
  return [finding(rule, file, range, upgrade, template.version?.text ?? "no version")]
}

private func alphaFindings(_ rule: SurfaceRule, _ file: ProjectText) -> [Finding] {
  bufPlugins(in: file.source).compactMap { plugin in
    guard plugin.key == .remote, isAlphaReference(plugin.reference.text) else { return nil }
    return finding(rule, file, plugin.reference.range, BufUpgrade(), plugin.reference.text)
  }
}

private func moduleFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ project: BufProject
) -> [Finding] {
  guard let version = bufVersion(of: file.source), var upgrade = moduleUpgrade(file.source)
  else { return [] }
  if let workspace = project.workspace(ofModuleAt: file.source.path) {
    upgrade.refuse(
      "move the contents of the file to the 'buf.yaml' that replaces \(workspace), under 'modules'"
    )
  } else if let workspace = project.workspace(beside: file.source.path) {
    upgrade.refuse(
      "name the folders of \(workspace) under 'modules' here as well, and delete that file: buf refuses a folder with both"
    )
  }
  if let pin = project.oldPin { upgrade = BufUpgrade(pin) }
  return [finding(rule, file, version.range, upgrade, version.text)]
}

private func workspaceFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ project: BufProject
) -> [Finding] {
  guard let version = bufVersion(of: file.source), ["v1", "v1beta1"].contains(version.text)
  else { return [] }
  var upgrade = BufUpgrade()
  let modules = project.directories(ofWorkspaceAt: file.source.path).map { "'- path: \($0)'" }
  let home =
    project.version(ofModuleBeside: file.source.path) == nil
    ? "write a 'buf.yaml' of 'version: v2' beside it with"
    : "have the 'buf.yaml' beside it be 'version: v2', with"
  upgrade.refuse(
    "\(home) 'modules:' \(modules.joined(separator: ", ")), move the settings of each module's 'buf.yaml' into its entry, and delete that file and this"
  )
  if let pin = project.oldPin { upgrade = BufUpgrade(pin) }
  return [finding(rule, file, version.range, upgrade, version.text)]
}

private func lockFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ project: BufProject
) -> [Finding] {
  guard let version = bufVersion(of: file.source), ["v1", "v1beta1"].contains(version.text),
    project.version(ofModuleBeside: file.source.path) == "v2"
  else { return [] }
  var upgrade = BufUpgrade()
  upgrade.refuse("run 'buf dep update', which writes the file in the form of version 2")
  return [finding(rule, file, version.range, upgrade, version.text)]
}

private func finding(
  _ rule: SurfaceRule, _ file: ProjectText, _ range: ByteRange, _ upgrade: BufUpgrade,
  _ version: String
) -> Finding {
  let steps = upgrade.refusals.joined(separator: "; ")
  return rule.finding(
    in: file, at: range, ["found": .text(version)],
    edits: upgrade.refusals.isEmpty ? upgrade.edits : [],
    nextStep: steps.isEmpty ? nil : steps, evidence: upgrade.reasons)
}
