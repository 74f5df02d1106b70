package import MoultSource
import MoultSyntax

/// What a manifest says of the language that code is built in: `.swiftLanguageMode(.v6)`, `.defaultIsolation(MainActor.self)`.
package struct LanguageSetting: Sendable {
  /// What is set.
  package enum Kind: Hashable, Sendable {
    /// `6`, or nil where it is computed.
    case mode(String?)
    case isolation
  }

  package let kind: Kind

  /// The whole call.
  package let range: ByteRange

  /// - Parameter member: the name of what is called.
  init?(_ call: Node, _ member: String, _ constants: ManifestConstants) {
    switch member {
    case "swiftLanguageMode", "swiftLanguageVersion":
      kind = .mode(call.arguments.first.flatMap { languageMode($0.argumentValue, constants) })
    case "defaultIsolation": kind = .isolation
    case "unsafeFlags":
      let flags = call.arguments.first.map { constants.value(of: $0.argumentValue).children }
      let words = flags?.map { constants.string($0)?.value } ?? []
      guard let flag = words.firstIndex(of: "-swift-version") else { return nil }
      kind = .mode(flag + 1 < words.count ? words[flag + 1] : nil)
    default: return nil
    }
    range = call.range
  }
}

extension PackageManifest {
  /// Returns the language mode that a target is built in, such as `6`; nil where that cannot be told, or where code is isolated
  /// unless it says otherwise.
  ///
  /// What stands in no target may be said of any.
  package func languageMode(of target: PackageTarget) -> String? {
    let own = languageSettings.filter { target.range.holds($0.range) }
    let shared = languageSettings.filter { setting in
      !targets.contains { $0.range.holds(setting.range) }
    }
    let said = (own + shared).map(\.kind)
    guard !said.contains(.isolation) else { return nil }
    let modes = Set(said.compactMap { if case .mode(let mode) = $0 { mode } else { nil } })
    guard said.isEmpty || !modes.isEmpty, modes.count < 2 else { return nil }
    let ofPackage: String?
    if let languageModes {
      // The newest that the compiler knows.
      ofPackage = languageModes.max { ($0.languageNumber ?? 0) < ($1.languageNumber ?? 0) }
    } else {
      ofPackage = toolsVersion.flatMap(\.text.languageNumber).map { $0 < 6 ? "5" : "6" }
    }
    guard let mode = modes.first else { return ofPackage }
    return own.isEmpty && mode != ofPackage ? nil : mode
  }
}

extension ByteRange {
  fileprivate func holds(_ other: ByteRange) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension String {
  /// The number before the first dot.
  fileprivate var languageNumber: Int? { Int(prefix { $0 != "." }) }
}

/// The language mode that `.v6`, `.v4_2`, `.version("6")` or `SwiftVersion.v5` stands for.
func languageMode(_ node: Node, _ constants: ManifestConstants) -> String? {
  if node.kind == .memberAccess, node.name.first == "v" {
    return String(node.name.dropFirst().map { $0 == "_" ? "." : $0 })
  }
  let value = node.arguments.first?.argumentValue ?? node
  return constants.string(value)?.value
}
