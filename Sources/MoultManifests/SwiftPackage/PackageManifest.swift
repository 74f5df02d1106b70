package import MoultSource

/// A string literal of a manifest, without interpolation, at its place or in a constant of the file that stands there.
package struct ManifestString: Sendable {
  /// Where the literal stands.
  package enum Origin: Hashable, Sendable {
    case place
    /// In a constant that is named only here.
    case constant
    /// In a constant that is named elsewhere too, so that who changes the literal changes more than this.
    case sharedConstant
    /// In numbers: `1.21.0` of `Version(1, 21, 0)`.
    case numbers
  }

  /// The literal with its quotes.
  package let range: ByteRange

  /// What stands between the quotes.
  package let contentRange: ByteRange

  /// The content as it is written.
  package let value: String

  package let origin: Origin

  /// Whether it is a literal that can be changed for this place alone.
  package var isOnlyHere: Bool { origin == .place || origin == .constant }
}

/// What a `Package.swift` says, as far as it says it with literals.
///
/// The manifest is not run. Dependencies, targets and products are found wherever they are written: in the
/// arguments of `Package(…)`, in variables, behind `package.dependencies.append`. A constant of the file whose value is a
/// literal is followed. What is computed is among the `unknown` expressions and is not guessed.
package struct PackageManifest: Sendable {
  /// The version of the first line's comment; without one, tools of version 3 are meant.
  package let toolsVersion: ManifestToolsVersion?

  package let name: ManifestString?
  package let platforms: [PackagePlatform]
  package let dependencies: [PackageDependency]
  package let products: [PackageProduct]
  package let targets: [PackageTarget]

  /// Dependencies of targets that stand outside of any target, such as those that a variable keeps.
  package let looseTargetDependencies: [TargetDependency]

  /// The array after `dependencies:` of `Package(…)`, if it is a literal.
  package let dependencyList: ManifestList?

  /// The arguments of `Package(…)`; nil where there are several such calls, or none.
  package let arguments: ManifestArguments?

  /// The language modes that `swiftLanguageModes:` lists, such as `5` and `6`; nil where nothing lists any.
  package let languageModes: [String]?

  /// What `swiftSettings:` and such say of language modes and isolation, in order; those of a target stand in it.
  package let languageSettings: [LanguageSetting]

  /// Elements and arguments that are neither literals nor calls known here, in order.
  package let unknown: [ByteRange]

  /// All dependencies of targets, in order; those of a constant that several targets name once.
  package var targetDependencies: [TargetDependency] {
    (targets.flatMap(\.dependencies) + looseTargetDependencies)
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
      .reduce(into: []) { found, next in
        if found.last?.range != next.range { found.append(next) }
      }
  }
}

/// `5.9` of `// swift-tools-version:5.9`.
package struct ManifestToolsVersion: Sendable {
  package let text: String
  package let range: ByteRange
}

/// An element of `platforms:`: `.macOS(.v10_15)`.
package struct PackagePlatform: Sendable {
  /// `macOS`, `iOS`, …; the name given to `.custom`.
  package let name: String

  /// The number with dots (`10.15`), or nil if it is computed.
  package let version: String?

  /// The first argument: `.v10_15` or `"10.15"`.
  package let versionRange: ByteRange

  package let range: ByteRange
}

/// A package that this one uses: `.package(url: "…", from: "1.0.0")`.
package struct PackageDependency: Sendable {
  /// Where the package comes from; `unknown` where that is computed.
  package enum Location: Sendable {
    case url(ManifestString)
    case path(ManifestString)
    /// The identity in a registry.
    case registry(ManifestString)
    case unknown
  }

  package enum RequirementKind: Hashable, Sendable {
    /// `from: "1.0.0"`
    case from
    /// `.upToNextMajor(from: "1.0.0")`
    case upToNextMajor
    case upToNextMinor
    /// `exact: "1.0.0"`, `.exact("1.0.0")`
    case exact
    case branch
    case revision
    /// `"1.0.0"..<"2.0.0"`
    case range
    /// `"1.0.0"..."1.5.0"`
    case closedRange
    /// `majorVersion: 1` of tools version 3, with or without a `minor: 6`.
    case majorVersion
    case unknown
  }

  package struct Requirement: Sendable {
    package let kind: RequirementKind

    /// The version, branch or revision; of a range, the lower bound; `1` or `1.6` of a major version; nil if it is computed.
    package let value: ManifestString?

    /// The upper bound of a range.
    package let upperBound: ManifestString?

    /// The argument with its label.
    package let range: ByteRange
  }

  package let location: Location

  /// The `name:` of tools before 5.6.
  package let name: ManifestString?

  /// Nil for a package at a path.
  package let requirement: Requirement?

  /// The whole call.
  package let range: ByteRange

  /// The name by which targets refer to the package: the last component of its location in lower case,
  /// without `.git`.
  package var identity: String? {
    switch location {
    case .url(let string), .path(let string):
      var last = string.value.split(separator: "/").last.map { $0.lowercased() } ?? ""
      if last.hasSuffix(".git") { last.removeLast(4) }
      return last
    case .registry(let string): return string.value.lowercased()
    case .unknown: return nil
    }
  }
}

/// What the package offers: `.library(name: "X", targets: ["Y"])`.
package struct PackageProduct: Sendable {
  /// The function that makes the product.
  package enum Kind: String, Hashable, Sendable { case library, executable, plugin }

  package let kind: Kind
  package let name: ManifestString?
  package let targets: [ManifestString]
  package let range: ByteRange
}

/// A module of the package: `.target(name: "X", dependencies: […])`.
package struct PackageTarget: Sendable {
  /// The function that makes the target.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case target, executableTarget, testTarget, macro, plugin, systemLibrary, binaryTarget
  }

  package let kind: Kind

  /// Nil if it is computed.
  package let name: ManifestString?

  package let path: ManifestString?
  package let dependencies: [TargetDependency]

  /// The names of those that a variable of the manifest holds, `[depCasePaths]` or `[.casePaths]`.
  package let heldDependencies: [String]

  /// The array after `dependencies:`, if it is a literal.
  package let dependencyList: ManifestList?

  /// The files and folders of `resources:`, relative to the folder of the target.
  package let resources: [ManifestString]

  /// The files and folders of `exclude:`, relative to the folder of the target.
  package let excluded: [ManifestString]

  /// The files and folders of `sources:`, relative to the folder of the target, which has no others; nil where all that lies there
  /// is meant, or where it is computed.
  package let sources: [ManifestString]?

  /// `.plugin(name:package:)` in `plugins:`.
  package let plugins: [TargetDependency]
  package let pluginList: ManifestList?

  /// The whole call.
  package let range: ByteRange

  /// The names of all products and targets that it is known to depend on.
  package var dependencyNames: Set<String> {
    Set(dependencies.map(\.name.value) + heldDependencies)
  }
}

/// What a target depends on, or a build plugin that it uses.
package struct TargetDependency: Sendable {
  /// How the dependency is written.
  package enum Kind: Hashable, Sendable {
    /// `"X"` or `.byName(name: "X")`
    case byName
    /// `.product(name: "X", package: "Y")`
    case product
    /// `.target(name: "X")`
    case target
    /// `.plugin(name: "X", package: "Y")`
    case plugin
  }

  package let kind: Kind
  package let name: ManifestString
  package let package: ManifestString?

  /// The arguments that name neither, such as `condition: .when(platforms: [.iOS])`.
  package let conditions: [ByteRange]

  package let range: ByteRange
}
