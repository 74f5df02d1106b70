import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// Finds uses of a protoc plugin in a `buf.gen.yaml`: `- name: swiftgrpc`, `- local: protoc-gen-swiftgrpc`.
///
/// An entry is one finding, with its options in the same fix.
func bufPluginFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ rename: PluginRename
) -> [Finding] {
  guard manifestKind(ofPath: file.source.path) == .bufGeneration else { return [] }
  return bufPlugins(in: file.source).compactMap { plugin in
    let old = rename.old
    let names = [plugin.reference, plugin.path].compactMap { $0 }.compactMap { part -> Edit? in
      let last = part.text.split(separator: "/").last.map(String.init) ?? part.text
      guard last == old || last == "protoc-gen-\(old)" else { return nil }
      let end = part.range.upperBound
      let start = ByteOffset(end.index - old.utf8.count)
      return Edit(start..<end, rename.new)
    }
    guard let first = names.first else { return nil }
    var change = PluginRename.Change(range: first.range, edits: names)
    for list in plugin.options { rename.rename(list, &change) }
    return pluginFinding(rule, file, change)
  }
}

/// Finds a plugin of buf's registry, whose name says which era it is of: `- remote: buf.build/grpc/swift:v1.23.0`.
///
/// - Parameter old: the plugin as `owner/name`; the new name comes with the version that takes the place of a version.
func remotePluginFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ rename: PluginRename, of old: String
) -> [Finding] {
  guard manifestKind(ofPath: file.source.path) == .bufGeneration else { return [] }
  return bufPlugins(in: file.source).compactMap { plugin in
    guard let remote = RemotePlugin(plugin.reference), "\(remote.owner)/\(remote.plugin)" == old
    else { return nil }
    let name = remote.version == nil ? String(rename.new.prefix { $0 != ":" }) : rename.new
    let replaced = remote.nameRange.lowerBound..<remote.versionRange.upperBound
    var change = PluginRename.Change(range: remote.nameRange, edits: [Edit(replaced, name)])
    for list in plugin.options { rename.rename(list, &change) }
    return pluginFinding(rule, file, change)
  }
}
