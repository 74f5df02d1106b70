import MoultFindings
import MoultMatching
import MoultSource

/// What a page about the surroundings of connect-swift looks for.
enum ConnectFault: String, CaseIterable {
  /// Clients and mocks are generated with options that have to be the same and are not.
  case optionMismatch = "option-mismatch"
  /// Mocks have methods that the clients do not have.
  case surplusMethods = "surplus-methods"
  /// Mocks can be seen from farther away than clients, or clients than messages.
  case visibility
  /// Neither async methods nor such with callbacks are generated.
  case noMethods = "no-methods"
  case unknownOption = "unknown-option"
  case optionValue = "option-value"
  /// A plugin of the registry by the name of its old owner.
  case renamedPlugin = "renamed-plugin"
  /// A version that the registry does not have.
  case unlistedVersion = "unlisted-version"
  /// Plugins for clients and mocks of different versions.
  case pluginPair = "plugin-pair"
  /// Generator and runtime on different sides of 0.10.
  case skew
  /// Generator and runtime of different minor versions.
  case minorSkew = "minor-skew"
  /// A generated file that the runtime does not compile.
  case staleGenerated = "stale-generated"
  /// 0.10.0, which is no dependency for SwiftPM.
  case brokenRelease = "broken-release"
  /// A target that imports `ConnectMocks` and does not depend on it.
  case mocksDependency = "mocks-dependency"
  /// A target that is no test's and links `ConnectMocks`.
  case mocksInApp = "mocks-in-app"
  /// The two pods in different versions.
  case unequalPods = "unequal-pods"
  /// The repository under its old owner, outside `Package.swift`.
  case repository
  /// A file that names types of `ConnectMocks` without its import.
  case mocksImport = "mocks-import"
}

/// What the files of a project say about connect-swift, read once for all rules.
struct ConnectFacts: Sendable {
  /// The templates of buf that ask for clients of connect-swift, in the order of the files.
  private let templates: [String]

  init(_ files: [ProjectText], _ cache: TreeCache) {
    templates = files.filter { file in
      connectUsesInTemplate(file.source).contains { $0.role == .clients }
    }.map(\.source.path)
  }

  /// Returns where the project makes its clients, in the words of a sentence.
  func generation(_ facts: SurfaceFacts) -> String {
    templates.isEmpty
      ? callPhrase(of: "connect-swift", facts)
      : "'buf generate' generates it from \(templates.joined(separator: ", "))"
  }
}

package let connectFinder = Finder(
  FinderTerms(
    "connect", .word(ConnectFault.allCases.map(\.rawValue)), reach: .own,
    binds: { _ in
      [
        "call", "list", "listed", "name", "near", "option", "other", "plugin", "runtime", "source",
        "value", "wanted",
      ]
    }, anchors: { _ in ["Connect"] + connectWords }),
  on: [.swift, .manifest, .script], connectFindings)

/// Finds what does not go together around connect-swift: options, plugins, versions, dependencies.
func connectFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  // Of code that people write, imports alone are looked at.
  if file.surface == .swift, !file.isGenerated, !facts.imports.shows("ConnectMocks") { return [] }
  guard let fault = ConnectFault(rawValue: rule.row.find.subject) else { return [] }
  switch fault {
  case .optionMismatch, .surplusMethods, .visibility, .noMethods, .unknownOption, .optionValue:
    return connectOptionFindings(rule, fault, file, facts)
  case .renamedPlugin, .unlistedVersion, .pluginPair, .skew, .minorSkew:
    return connectRemoteFindings(rule, fault, file, facts)
  case .staleGenerated: return staleConnectFindings(rule, file, facts)
  case .brokenRelease: return brokenReleaseFindings(rule, file, facts.cache)
  case .mocksDependency, .mocksInApp: return mocksDependencyFindings(rule, fault, file, facts)
  case .unequalPods: return unequalPodFindings(rule, file, facts.cache)
  case .repository: return connectRepositoryFindings(rule, file, facts.cache)
  case .mocksImport: return mocksImportFindings(rule, file, facts)
  }
}

/// The words in which scripts call the generators.
let connectWords = [
  "protoc-gen-connect-swift", "--connect-swift_out", "--connect-swift_opt",
  "protoc-gen-connect-swift-mocks", "--connect-swift-mocks_out", "--connect-swift-mocks_opt",
]
