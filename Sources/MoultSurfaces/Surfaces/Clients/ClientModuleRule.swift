import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource
import MoultSyntax

/// What can be wrong with a client that keeps to modules of its own.
enum ClientModuleFault: String, CaseIterable {
  /// An interface module imports, or its target depends on, what only the live side needs.
  case heavyImport = "heavy-import"
  /// A library that makes nothing live imports a live module.
  case liveImport = "live-import"
  /// Nothing that runs reaches a live module.
  case unlinked
  /// `testValue` or `previewValue` stands in the live module.
  case testValueInLive = "test-value-in-live"
  /// `liveValue` stands in an interface module that has a live module.
  case liveValueInInterface = "live-value-in-interface"
  /// A live module does not pass its interface on.
  case notPassedOn = "not-passed-on"
  /// An endpoint is no `@Sendable` closure.
  case notSendableEndpoint = "not-sendable-endpoint"
  /// An endpoint is a constant.
  case constantEndpoint = "constant-endpoint"
  /// A client of `@Sendable` closures is not `Sendable` itself.
  case notSendable = "not-sendable"
  /// `testValue` is a value that answers.
  case answeringTestValue = "answering-test-value"
  /// A method that overrides an endpoint forgets what was there.
  case lostFallback = "lost-fallback"
  /// A method that overrides by case offers no key path.
  case erasedOverride = "erased-override"
}

package let clientModuleFinder = Finder(
  FinderTerms(
    "client-module", .word(ClientModuleFault.allCases.map(\.rawValue)), reach: .own,
    binds: { _ in ["endpoint", "interface", "module", "reason", "value"] },
    anchors: { _ in ["Dependencies", "ComposableArchitecture"] }),
  on: [.swift, .manifest, .script], clientModuleFindings)

/// Finds where a project leaves the architecture that its configuration says it keeps to.
func clientModuleFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard !facts.clients.clients.isEmpty,
    let fault = ClientModuleFault(rawValue: rule.row.find.subject)
  else { return [] }
  let places: [ClientPlace]
  if manifestKind(of: file.source) == .swiftPackage {
    places = clientPlaces(fault, in: facts.cache.manifest(of: file.source), facts.clients)
  } else if file.surface == .swift, !file.isGenerated {
    let module = facts.clients.module(of: file)
    let view = ClientFile(
      tree: facts.cache.tree(of: file.source), module: module, modules: facts.clients)
    places = clientPlaces(fault, in: view)
  } else {
    places = []
  }
  return places.map { place in
    rule.finding(
      in: file, at: place.range, place.texts.mapValues(Binding.text), edits: place.edits)
  }
}

/// One place where something is wrong.
struct ClientPlace {
  let range: ByteRange

  /// What the page's texts can say beside `$found`.
  var texts: [String: String] = [:]
  var edits: [Edit] = []
}

private func clientPlaces(
  _ fault: ClientModuleFault, in manifest: PackageManifest, _ modules: ClientModules
) -> [ClientPlace] {
  switch fault {
  case .heavyImport:
    return manifest.targets.flatMap { target -> [ClientPlace] in
      guard let name = target.name?.value, modules.clients[name] != nil else { return [] }
      return target.dependencies.compactMap { dependency in
        modules.objection(to: dependency.name.value, in: name).map {
          ClientPlace(
            range: dependency.name.range,
            texts: ["module": dependency.name.value, "interface": name, "reason": $0])
        }
      }
    }
  case .unlinked:
    guard let linked = modules.linked else { return [] }
    return manifest.targets.compactMap { target in
      guard let name = target.name, let about = modules.interfaces[name.value],
        !linked.contains(name.value), !about.isDisjoint(with: linked)
      else { return nil }
      return ClientPlace(
        range: name.range,
        texts: ["module": name.value, "interface": about.sorted().joined(separator: "', '")])
    }
  case .liveImport:
    return manifest.targets.flatMap { target -> [ClientPlace] in
      guard let name = target.name?.value, modules.isPlainLibrary(name) else { return [] }
      return target.dependencies.compactMap { dependency in
        modules.choiceOfLiveSide(dependency.name.value, at: dependency.name.range)
      }
    }
  case .testValueInLive, .liveValueInInterface, .notPassedOn, .notSendableEndpoint,
    .constantEndpoint, .notSendable, .answeringTestValue, .lostFallback, .erasedOverride:
    return []
  }
}
