package import MoultSource

/// A Swift package that an Xcode project depends on.
package struct XcodePackageReference: Sendable {
  package let url: XcodeString

  /// `upToNextMajorVersion`, `exactVersion`, `branch`, ….
  package let requirementKind: String?

  /// `minimumVersion` or `version`.
  package let version: XcodeString?

  /// The first version that a `versionRange` excludes.
  package let upperBound: XcodeString?

  package let branch: XcodeString?
  package let revision: XcodeString?

  /// The object with its braces.
  package let range: ByteRange

  /// The last part of the address, as package managers name a package by it: `grpc-swift`.
  package var identity: String { packageIdentity(ofAddress: url.text) }
}

/// The last part of an address, without `.git`, in lower case.
func packageIdentity(ofAddress address: String) -> String {
  let last = address.split(separator: "/").last.map { $0.lowercased() } ?? address
  return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
}

/// A value of an Xcode project.
package struct XcodeString: Sendable {
  /// As it is written, with its quotes if it has them.
  package let range: ByteRange

  /// Without quotes and escapes.
  package let content: MappedText

  package var text: String { content.text }
}

/// The oldest system that a configuration of an Xcode project or target runs on: `IPHONEOS_DEPLOYMENT_TARGET = 14.1`.
package struct XcodeDeploymentTarget: Sendable {
  /// As Package.swift names it: `iOS`.
  package let platform: String

  /// As it is written, which may be a variable.
  package let version: String

  /// The setting, from its name to its value.
  package let range: ByteRange

  /// The value without its quotes.
  package let versionRange: ByteRange

  /// The identities of the packages of which the target takes products: of a setting of the project, those of all targets
  /// that do not say otherwise; nil where no target is known.
  package internal(set) var packages: Set<String>?

  /// The object that the setting stands in.
  let configuration: String

  /// The platforms of settings.
  static let platforms = [
    "IPHONEOS_DEPLOYMENT_TARGET": "iOS", "MACOSX_DEPLOYMENT_TARGET": "macOS",
    "TVOS_DEPLOYMENT_TARGET": "tvOS", "WATCHOS_DEPLOYMENT_TARGET": "watchOS",
    "XROS_DEPLOYMENT_TARGET": "visionOS",
  ]
}

/// What an Xcode project says about generators, packages and systems.
package struct XcodeProject: Sendable {
  /// The scripts of build phases, build rules and schemes' actions, in order.
  package let scripts: [XcodeString]

  package let packages: [XcodePackageReference]

  /// The names of the packages' products that targets use, in order.
  package let products: [XcodeString]

  /// The paths of folders that the project refers to, of which some are packages.
  ///
  /// A path can begin at a group, and then lacks what is above it.
  package let folders: [XcodeString]

  /// In the order of the file, for each configuration of the project and its targets that says one.
  package let deploymentTargets: [XcodeDeploymentTarget]

  /// What the settings of configurations say of the language, by name and in order: `SWIFT_VERSION`.
  package let languageSettings: [(name: String, value: String)]

  /// The paths of the `.xcconfig` files that configurations are based on; like a folder's, a path can lack what is above it.
  package let settingsFiles: [String]

  /// In the order of the file; aggregates and targets of other build systems are none.
  package let targets: [XcodeTarget]
}

/// Reads a `project.pbxproj`, as far as it can be understood.
package func parseXcodeProject(_ source: SourceText) -> XcodeProject {
  var reader = XcodeProjectReader(source)
  reader.read()
  return XcodeProject(
    scripts: reader.scripts, packages: reader.packages, products: reader.products,
    folders: reader.folders,
    deploymentTargets: reader.relations.owned(reader.deploymentTargets),
    languageSettings: reader.languageSettings, settingsFiles: reader.settingsFiles,
    targets: reader.targets.resolved())
}

/// Returns the command lines of the scripts of an Xcode project, sorted by where they start.
package func xcodeCommandLines(in source: SourceText) -> [CommandLine] {
  commandLines(of: parseXcodeProject(source))
}

/// Returns the same of a project that was read already.
package func commandLines(of project: XcodeProject) -> [CommandLine] {
  project.scripts.flatMap { shellCommands(in: $0.content, surface: .xcodeProject) }
    .sorted(by: CommandLine.inFileOrder)
}

/// Goes through a property list in the old notation: `{ key = value; }`, `( value, )`.
private struct XcodeProjectReader {
  let text: MappedText
  var scripts: [XcodeString] = []
  var packages: [XcodePackageReference] = []
  var products: [XcodeString] = []
  var folders: [XcodeString] = []
  var deploymentTargets: [XcodeDeploymentTarget] = []
  var languageSettings: [(name: String, value: String)] = []

  /// The `.xcconfig` files among the references, by their identifiers, and what configurations name of them.
  private var settingsReferences: [String: String] = [:]
  private var namedSettings: [String] = []
  var relations = XcodeRelations()
  var targets: XcodeTargetObjects

  private var position = 0

  /// The open dictionaries, innermost last, with what is known of them.
  private var dictionaries: [Dictionary] = []
  private var key: String?
  private var keyRange: ByteRange?

  /// What was read last: the key if a `=` follows.
  private var lastString: XcodeString?
  private var isInList = false

  private struct Dictionary {
    let start: Int
    let key: String?
    var values: [String: XcodeString] = [:]

    /// What stands in parentheses, by key.
    var lists: [String: [String]] = [:]
  }

  private var bytes: [UInt8] { text.bytes }

  /// In the order in which configurations name them, each once.
  var settingsFiles: [String] {
    var seen: Set<String> = []
    return namedSettings.map { settingsReferences[$0] ?? $0 }
      .filter { $0.hasSuffix(".xcconfig") && seen.insert($0).inserted }
  }

  init(_ source: SourceText) {
    text = MappedText(source)
    targets = XcodeTargetObjects(ofProjectAt: source.path)
  }

  mutating func read() {
    while position < bytes.count {
      let byte = bytes[position]
      let before = position
      switch byte {
      case "/" where bytes.byte(at: position + 1) == "/":
        position = bytes.endOfLine(from: position)
      case "/" where bytes.byte(at: position + 1) == "*": skipComment()
      case "\"", "'": finish(readQuoted(byte))
      case "{":
        dictionaries.append(Dictionary(start: position, key: key))
        key = nil
        lastString = nil
        position += 1
      case "}":
        position += 1
        closeDictionary()
      case "=":
        key = lastString?.text
        keyRange = lastString?.range
        lastString = nil
        position += 1
      case ";", "(", ")", ",":
        if byte == ";" { key = nil }
        if byte != "," { isInList = byte == "(" }
        position += 1
      case _ where byte.isBlank || byte.isLineBreak: position += 1
      default: finish(readWord())
      }
      precondition(position > before, "the reader moves on")
    }
  }

  private mutating func skipComment() {
    position += 2
    while position < bytes.count, !bytes.hasText("*/", at: position) { position += 1 }
    position = min(position + 2, bytes.count)
  }

  // MARK: Values

  private mutating func finish(_ string: XcodeString) {
    guard let key else {
      lastString = string
      return
    }
    if key == "shellScript" || key == "script" || key == "scriptText" { scripts.append(string) }
    if namesOfLanguageSettings.contains(key) {
      languageSettings.append((key, string.text))
    }
    // By identifier, or below a folder that Xcode keeps in step with the disk.
    if key == "baseConfigurationReference" || key == "baseConfigurationReferenceRelativePath" {
      namedSettings.append(string.text)
    }
    if let platform = XcodeDeploymentTarget.platforms[key], let start = keyRange?.lowerBound {
      deploymentTargets.append(
        XcodeDeploymentTarget(
          platform: platform, version: string.text, range: start..<string.range.upperBound,
          versionRange: string.content.range,
          configuration: dictionaries.dropLast().last?.key ?? ""))
    }
    guard !dictionaries.isEmpty else { return }
    if isInList {
      dictionaries[dictionaries.count - 1].lists[key, default: []].append(string.text)
    } else {
      dictionaries[dictionaries.count - 1].values[key] = string
    }
  }

  private mutating func closeDictionary() {
    key = nil
    guard let closed = dictionaries.popLast() else { return }
    if closed.key == "requirement", !dictionaries.isEmpty {
      for (name, value) in closed.values {
        dictionaries[dictionaries.count - 1].values["requirement.\(name)"] = value
      }
    }
    let kind = closed.values["isa"]?.text
    if let kind, let id = closed.key {
      let values = closed.values.mapValues(\.text)
      relations.note(id, kind, values, closed.lists)
      targets.note(id, kind, values, closed.lists)
    }
    switch kind {
    case "XCRemoteSwiftPackageReference":
      guard let url = closed.values["repositoryURL"] else { return }
      packages.append(
        XcodePackageReference(
          url: url, requirementKind: closed.values["requirement.kind"]?.text,
          version: closed.values["requirement.minimumVersion"]
            ?? closed.values["requirement.version"],
          upperBound: closed.values["requirement.maximumVersion"],
          branch: closed.values["requirement.branch"],
          revision: closed.values["requirement.revision"],
          range: text.range(of: closed.start..<position)))
    case "XCLocalSwiftPackageReference":
      if let path = closed.values["relativePath"] { folders.append(path) }
    case "PBXFileReference":
      // Xcode has called the folder of a package by each of these.
      if let id = closed.key, let path = closed.values["path"]?.text, path.hasSuffix(".xcconfig") {
        settingsReferences[id] = path
      }
      guard let kind = closed.values["lastKnownFileType"]?.text,
        ["folder", "text", "wrapper"].contains(kind), let path = closed.values["path"]
      else { return }
      folders.append(path)
    case "XCSwiftPackageProductDependency":
      if let product = closed.values["productName"] { products.append(product) }
    default: return
    }
  }

  private mutating func readWord() -> XcodeString {
    let start = position
    while position < bytes.count, !Self.endsWord(bytes[position]) { position += 1 }
    if position == start { position += 1 }
    return XcodeString(
      range: text.range(of: start..<position), content: text.slice(start..<position))
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: byte.isBlank || byte.isLineBreak
    }
  }

  private mutating func readQuoted(_ quote: UInt8) -> XcodeString {
    let start = position
    position += 1
    var builder = MappedTextBuilder(
      start: text.range(of: position..<position).lowerBound.utf8)
    while position < bytes.count, bytes[position] != quote {
      let next = bytes.byte(at: position + 1)
      if bytes[position] == "\\", let next {
        let byte: UInt8 =
          switch next {
          case "n": 0x0A
          case "t": 0x09
          case "r": 0x0D
          default: next
          }
        builder.append(
          byte,
          from: MappedText.Origin(
            start: text.origin(position).start, end: text.origin(position + 1).end))
        position += 2
      } else {
        builder.append(bytes[position], from: text.origin(position))
        position += 1
      }
    }
    position = min(position + 1, bytes.count)
    return XcodeString(range: text.range(of: start..<position), content: builder.finish())
  }
}
