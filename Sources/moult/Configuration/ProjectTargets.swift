import MoultManifests
import MoultRules
import MoultSource

/// Returns the systems that the manifests of a project say it runs on, in order of paths.
///
/// Where any manifest names a library that has a floor, only such manifests count, and in a Podfile only the platforms of
/// targets with a pod of it: what the rest of the project runs on decides nothing. An Xcode project counts where it names the
/// package, where a Podfile above it names the pod and no platform, and where no other manifest names one.
func deploymentTargets(in files: [WorkspaceFile]) -> [DeploymentTarget] {
  let stated = files.compactMap(StatedPlatforms.init)
  let using = stated.filter(\.namesLibrary)
  guard !using.isEmpty else {
    let others = stated.filter { !$0.isXcodeProject }.flatMap(\.targets)
    return others.isEmpty ? stated.flatMap(\.targets) : others
  }
  return using.flatMap { manifest in
    guard manifest.isPodfile, manifest.targets.isEmpty else { return manifest.targets }
    let folder = manifest.path.dropLast("Podfile".count)
    return stated.filter { $0.isXcodeProject && $0.path.hasPrefix(folder) }.flatMap(\.targets)
  }
}

/// What one manifest says about platforms, and whether it names a library for which they matter.
private struct StatedPlatforms {
  let path: String
  let namesLibrary: Bool
  let targets: [DeploymentTarget]

  var isPodfile: Bool { lastComponent(ofPath: path) == "Podfile" }
  var isXcodeProject: Bool { path.hasSuffix(".pbxproj") }

  init?(_ file: WorkspaceFile) {
    path = file.source.path
    let path = path
    switch lastComponent(ofPath: path) {
    case "project.pbxproj":
      let project = parseXcodeProject(file.source)
      namesLibrary = project.packages.contains { hasFloor(package: $0.identity) }
      let using = project.deploymentTargets.filter {
        $0.packages.map { $0.contains(where: hasFloor(package:)) } ?? true
      }
      targets = (namesLibrary ? using : project.deploymentTargets).map {
        DeploymentTarget(
          platform: $0.platform, version: $0.version, path: path, range: $0.range)
      }
    case "Package.swift":
      let manifest = parsePackageManifest(file.source)
      namesLibrary = manifest.dependencies.contains { $0.identity.map(hasFloor(package:)) ?? false }
      targets = manifest.platforms.compactMap { platform in
        platform.version.map {
          DeploymentTarget(platform: platform.name, version: $0, path: path, range: platform.range)
        }
      }
    case "Podfile":
      let users = podDependencies(in: file.source)
        .filter { $0.rootName.map(hasFloor(pod:)) ?? false }.map(\.enclosing)
      namesLibrary = !users.isEmpty
      let calls = rubyCalls(in: file.source)
      targets = calls.filter { $0.name == "platform" }.compactMap { call in
        let around = call.parent.flatMap { calls[$0].arguments.first?.value.string?.value }
        guard around == nil || users.isEmpty || users.contains(around) || users.contains(nil),
          case .symbol(let platform, _)? = call.arguments.first?.value,
          let version = call.arguments.dropFirst().first?.value.string?.value
        else { return nil }
        return DeploymentTarget(
          platform: platform, version: version, path: path, range: call.range)
      }
    default: return nil
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

/// Returns whether Swift of the project, other than what generators wrote, imports one of some modules.
///
/// - Complexity: O(*n*) in the bytes.
func imports(one modules: Set<String>, in files: [WorkspaceFile]) -> Bool {
  files.contains { file in
    file.surface == .swift && !file.isGenerated
      && seemingImports(inSwift: file.source.bytes).contains(where: modules.contains)
  }
}
