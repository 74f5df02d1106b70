import MoultManifests
import MoultRules
import MoultSource

/// Returns the systems that the manifests of a project say it runs on, in order of paths.
func deploymentTargets(in files: [WorkspaceFile]) -> [DeploymentTarget] {
  files.flatMap { file -> [DeploymentTarget] in
    guard file.surface == .manifest || file.source.path.hasSuffix("Package.swift") else {
      return []
    }
    let name = file.source.path.split(separator: "/").last ?? ""
    let lines = LineIndex(file.source.bytes)
    func place(_ range: ByteRange) -> String {
      "\(file.source.path):\(lines.line(of: range.lowerBound))"
    }
    if name == "Package.swift" {
      return parsePackageManifest(file.source).platforms.compactMap { platform in
        platform.version.map {
          DeploymentTarget(platform: platform.name, version: $0, place: place(platform.range))
        }
      }
    }
    guard name == "Podfile" else { return [] }
    return rubyCalls(in: file.source).filter { $0.name == "platform" }.compactMap { call in
      guard case .symbol(let platform, _)? = call.arguments.first?.value,
        let version = call.arguments.dropFirst().first?.value.string?.value
      else { return nil }
      return DeploymentTarget(platform: platform, version: version, place: place(call.range))
    }
  }
}

/// The versions of libraries that the lock files of a project name, by library, in order of paths.
func pinnedEras(
  in files: [WorkspaceFile], _ libraries: [String: [String]]
) -> [String: String] {
  var result: [String: String] = [:]
  for file in files where file.surface == .manifest {
    for pin in resolvedDependencies(in: file.source) {
      let library = pin.name.split(separator: "/").last.map { $0.lowercased() } ?? pin.name
      guard let eras = libraries[library], let version = pin.version,
        let era = version.split(separator: ".").first.map(String.init),
        let index = eras.firstIndex(of: era)
      else { continue }
      let known = result[library].flatMap(eras.firstIndex) ?? -1
      if index > known { result[library] = era }
    }
  }
  return result
}
