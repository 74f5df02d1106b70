package import MoultSource
import MoultSyntax

/// Reads a `Package.swift`.
package func parsePackageManifest(_ source: SourceText) -> PackageManifest {
  var reader = PackageManifestReader(tree: parse(source))
  reader.read()
  return PackageManifest(
    toolsVersion: toolsVersion(of: source),
    name: reader.name,
    platforms: reader.platforms,
    dependencies: reader.dependencies.sorted { $0.range.lowerBound < $1.range.lowerBound },
    products: reader.products.sorted { $0.range.lowerBound < $1.range.lowerBound },
    targets: reader.targets.sorted { $0.range.lowerBound < $1.range.lowerBound },
    looseTargetDependencies: reader.looseDependencies
      .sorted { $0.range.lowerBound < $1.range.lowerBound },
    dependencyList: reader.dependencyList,
    arguments: reader.packages.count == 1 ? reader.packages[0] : nil,
    languageModes: reader.languageModes,
    languageSettings: reader.languageSettings.sorted {
      $0.range.lowerBound < $1.range.lowerBound
    },
    unknown: reader.unknown.sorted { $0.lowerBound < $1.lowerBound })
}

/// Finds `// swift-tools-version:5.9` in the first line of a manifest that is not empty; nil if it says something else.
package func toolsVersion(of source: SourceText) -> ManifestToolsVersion? {
  let bytes = source.bytes
  var index = bytes.hasText("\u{FEFF}", at: 0) ? 3 : 0
  while let byte = bytes.byte(at: index), byte.isBlank || byte.isLineBreak { index += 1 }
  guard bytes.hasText("//", at: index) else { return nil }
  index = bytes.skippingBlanks(from: index + 2)
  let label = "swift-tools-version:"
  guard index + label.utf8.count <= bytes.count,
    source.text(ByteRange(indices: index..<index + label.utf8.count)).lowercased() == label
  else { return nil }
  let start = bytes.skippingBlanks(from: index + label.utf8.count)
  var end = start
  while let byte = bytes.byte(at: end), !byte.isBlank, !byte.isLineBreak, byte != ";" { end += 1 }
  guard end > start else { return nil }
  let range = ByteRange(indices: start..<end)
  return ManifestToolsVersion(text: source.text(range), range: range)
}

/// Looks at every call of the manifest once.
private struct PackageManifestReader {
  let tree: SyntaxTree
  private let constants: ManifestConstants

  /// What target dependencies are called that are made outside of the targets, by the variables that hold them.
  private var heldNames: [String: String] = [:]
  var name: ManifestString?
  var platforms: [PackagePlatform] = []
  var dependencies: [PackageDependency] = []
  var products: [PackageProduct] = []
  var targets: [PackageTarget] = []
  var looseDependencies: [TargetDependency] = []
  var dependencyList: ManifestList?
  var packages: [ManifestArguments] = []
  var languageModes: [String]?
  var languageSettings: [LanguageSetting] = []
  var unknown: [ByteRange] = []

  /// How far around a call is looked for what it stands in.
  private static let farthestAncestor = 24

  init(tree: SyntaxTree) {
    self.tree = tree
    constants = ManifestConstants(tree)
    for index in tree.nodes.indices where tree.nodes[index].kind == .functionCall {
      let call = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
      guard let holder = call.ancestors.first(where: { $0.kind == .variableDecl }),
        let variable = holder.bindings.first?.pattern?.name, variable != "package",
        let dependency = targetDependency(call)
      else { continue }
      heldNames[variable] = heldNames[variable] ?? dependency.name.value
    }
  }

  mutating func read() {
    for index in tree.nodes.indices where tree.nodes[index].kind == .functionCall {
      read(call: Node(tree: tree, id: NodeID(rawValue: UInt32(index))))
    }
  }

  private mutating func read(call: Node) {
    guard let callee = call.calledExpression else { return }
    if callee.kind == .declReference, callee.name == "Package" { return readPackage(call) }
    guard let member = Self.member(callee) else { return }
    if let setting = LanguageSetting(call, member, constants) { languageSettings.append(setting) }
    let labels = Set(call.arguments.compactMap(\.argumentLabel))
    switch member {
    case "package", "Package":
      if !labels.isDisjoint(with: ["url", "path", "id"]) {
        dependencies.append(dependency(call))
      }
    case "library", "executable":
      if let kind = PackageProduct.Kind(rawValue: member) { readProduct(call, kind) }
    case "product", "byName":
      if !isInTarget(call), let dependency = targetDependency(call) {
        looseDependencies.append(dependency)
      }
    case "plugin" where labels.contains("targets"): readProduct(call, .plugin)
    case "plugin" where !labels.contains("capability"): return
    default:
      if let kind = PackageTarget.Kind(rawValue: member), !isInTarget(call) {
        readTarget(call, kind)
      }
    }
  }

  /// Returns the name of an implicit member, or of a member of the types that manifests are made of, also within an extension of
  /// `Target.Dependency`.
  private static func member(_ callee: Node) -> String? {
    if callee.kind == .declReference {
      let owner = callee.ancestors.first { $0.kind == .extensionDecl }
      return owner?.subjectType?.text == "Target.Dependency" ? callee.name : nil
    }
    guard callee.kind == .memberAccess else { return nil }
    guard let base = callee.base else { return callee.name }
    let types = ["Dependency", "Target", "Product", "PluginUsage", "Plugin"]
    return types.contains(base.name) ? callee.name : nil
  }

  /// Whether the call is an element of a list of a target.
  private func isInTarget(_ call: Node) -> Bool {
    var steps = 0
    for ancestor in call.ancestors {
      if ancestor.kind == .argument {
        switch ancestor.argumentLabel {
        case "dependencies":
          return ancestor.parent?.parent?.calledExpression.map { $0.name != "Package" } ?? false
        case "plugins": return true
        case "targets", "products", "platforms": return false
        default: break
        }
      }
      steps += 1
      if steps > Self.farthestAncestor { return false }
    }
    return false
  }

  // MARK: Package

  private mutating func readPackage(_ call: Node) {
    if let arguments = ManifestArguments(call) { packages.append(arguments) }
    for argument in call.arguments {
      let value = argument.argumentValue
      switch argument.argumentLabel {
      case "name": name = constants.string(value) ?? name
      case "platforms":
        for element in elements(of: value) { readPlatform(element) }
      case "dependencies":
        dependencyList = ManifestList(value)
        noteUnknown(in: value, knownMembers: ["package", "Package"])
      case "products":
        noteUnknown(in: value, knownMembers: ["library", "executable", "plugin"])
      case "swiftLanguageModes", "swiftLanguageVersions":
        languageModes = elements(of: value).compactMap { languageMode($0, constants) }
      case "targets":
        noteUnknown(
          in: value, knownMembers: Set(PackageTarget.Kind.allCases.map(\.rawValue)))
      default: continue
      }
    }
  }

  /// Returns the elements of an array literal, or of several that `+` puts together; another expression is noted as unknown.
  private mutating func elements(of list: Node) -> [Node] {
    var found: [Node] = []
    for value in constants.parts(of: list) {
      if value.kind == .arrayLiteral {
        found += value.children
      } else if value.kind != .nilLiteral {
        unknown.append(value.range)
      }
    }
    return found
  }

  private mutating func noteUnknown(in list: Node, knownMembers: Set<String>) {
    for element in elements(of: list) {
      let member = element.calledExpression.flatMap(Self.member)
      if member.map(knownMembers.contains) ?? false { continue }
      unknown.append(element.range)
    }
  }

  private mutating func readPlatform(_ node: Node) {
    guard let callee = node.calledExpression, callee.kind == .memberAccess,
      let first = node.arguments.first?.argumentValue
    else {
      unknown.append(node.range)
      return
    }
    var name = callee.name
    var version = first
    if name == "custom" {
      name = constants.string(first)?.value ?? name
      version = node.arguments.last?.argumentValue ?? first
    }
    let isCase = version.kind == .memberAccess && version.name.first == "v"
    platforms.append(
      PackagePlatform(
        name: name,
        version: constants.string(version)?.value
          ?? (isCase ? String(version.name.dropFirst().map { $0 == "_" ? "." : $0 }) : nil),
        versionRange: version.range, range: node.range))
  }

  // MARK: Dependencies of the package

  private func dependency(_ call: Node) -> PackageDependency {
    var location: PackageDependency.Location?
    var name: ManifestString?
    var requirement: PackageDependency.Requirement?
    for argument in call.arguments {
      let value = argument.argumentValue
      switch argument.argumentLabel {
      case "url": location = constants.string(value).map { .url($0) } ?? .unknown
      case "path": location = constants.string(value).map { .path($0) } ?? .unknown
      case "id": location = constants.string(value).map { .registry($0) } ?? .unknown
      case "name": name = constants.string(value)
      case "traits": continue
      case let label: requirement = requirement ?? self.requirement(label, value, argument.range)
      }
    }
    return PackageDependency(
      location: location ?? .unknown, name: name, requirement: requirement, range: call.range)
  }

  private func requirement(
    _ label: String?, _ value: Node, _ range: ByteRange
  ) -> PackageDependency.Requirement {
    let kinds: [String: PackageDependency.RequirementKind] = [
      "from": .from, "exact": .exact, "branch": .branch, "revision": .revision,
      "upToNextMajor": .upToNextMajor, "upToNextMinor": .upToNextMinor,
      "majorVersion": .majorVersion,
    ]
    var kind = PackageDependency.RequirementKind.unknown
    var lower: ManifestString?
    var upper: ManifestString?
    if let label {
      kind = kinds[label] ?? .unknown
      lower = kind == .majorVersion ? majorVersion(value) : version(value)
    } else if value.kind == .functionCall, let callee = value.calledExpression {
      kind = kinds[callee.name] ?? .unknown
      lower = value.arguments.first.flatMap { version($0.argumentValue) }
    } else if value.kind == .binaryOperator, value.name == "..<" || value.name == "..." {
      kind = value.name == "..<" ? .range : .closedRange
      lower = value.leftOperand.flatMap(version)
      upper = value.rightOperand.flatMap(version)
    }
    return PackageDependency.Requirement(
      kind: kind, value: lower, upperBound: upper, range: range)
  }

  /// `1.21.0` of `"1.21.0"` and of `Version(1, 21, 0)`.
  private func version(_ value: Node) -> ManifestString? {
    if let text = constants.string(value) { return text }
    guard value.kind == .functionCall,
      ["Version", "init"].contains(value.calledExpression?.name), value.arguments.count == 3,
      value.arguments.allSatisfy({
        $0.argumentLabel == nil && $0.argumentValue.kind == .integerLiteral
      })
    else { return nil }
    let numbers = value.arguments.map(\.argumentValue.text)
    return ManifestString(
      range: value.range, contentRange: value.range, value: numbers.joined(separator: "."),
      origin: .numbers)
  }

  /// `1` of `majorVersion: 1`, `1.6` where a `minor: 6` follows.
  private func majorVersion(_ major: Node) -> ManifestString? {
    let minor = major.parent?.parent?.arguments.first { $0.argumentLabel == "minor" }
    let numbers = [major, minor?.argumentValue].compactMap(\.self)
    guard numbers.allSatisfy({ $0.kind == .integerLiteral }), let last = numbers.last else {
      return nil
    }
    let range = major.range.lowerBound..<last.range.upperBound
    return ManifestString(
      range: range, contentRange: range, value: numbers.map(\.text).joined(separator: "."),
      origin: .place)
  }

  // MARK: Products and targets

  private mutating func readProduct(_ call: Node, _ kind: PackageProduct.Kind) {
    let arguments = Self.labeled(call)
    let targets = arguments["targets"].map(\.children).map(Array.init) ?? []
    products.append(
      PackageProduct(
        kind: kind, name: arguments["name"].flatMap(constants.string),
        targets: targets.compactMap(constants.string), range: call.range))
  }

  private mutating func readTarget(_ call: Node, _ kind: PackageTarget.Kind) {
    let arguments = Self.labeled(call)
    if let name = arguments["name"], constants.string(name) == nil { unknown.append(name.range) }
    let held = arguments["dependencies"].map(constants.parts)?.flatMap(\.children) ?? []
    targets.append(
      PackageTarget(
        kind: kind,
        name: arguments["name"].flatMap(constants.string),
        path: arguments["path"].flatMap(constants.string),
        dependencies: readTargetDependencies(arguments["dependencies"]),
        heldDependencies: held.filter { $0.kind == .declReference || $0.kind == .memberAccess }
          .compactMap { heldNames[$0.name] },
        dependencyList: arguments["dependencies"].flatMap(ManifestList.init),
        resources: readResources(arguments["resources"]),
        excluded: arguments["exclude"].map { elements(of: $0).compactMap(constants.string) } ?? [],
        sources: readSources(arguments["sources"]),
        plugins: readTargetDependencies(arguments["plugins"]),
        pluginList: arguments["plugins"].flatMap(ManifestList.init),
        range: call.range))
  }

  private mutating func readTargetDependencies(_ list: Node?) -> [TargetDependency] {
    guard let list else { return [] }
    var found: [TargetDependency] = []
    for element in elements(of: list) {
      if let dependency = targetDependency(element) {
        found.append(dependency)
      } else {
        unknown.append(element.range)
      }
    }
    return found
  }

  /// `.copy("X")`, `.process("X")`, `.embedInCode("X")`.
  private mutating func readResources(_ list: Node?) -> [ManifestString] {
    guard let list else { return [] }
    return elements(of: list).compactMap { $0.arguments.first?.argumentValue }
      .compactMap(constants.string)
  }

  /// Returns the paths of a list that consists of nothing else.
  private mutating func readSources(_ list: Node?) -> [ManifestString]? {
    guard let list else { return nil }
    let known = unknown.count
    let elements = elements(of: list)
    let paths = elements.compactMap(constants.string)
    return paths.count == elements.count && unknown.count == known ? paths : nil
  }

  private func targetDependency(_ node: Node) -> TargetDependency? {
    if let name = constants.string(node) {
      return TargetDependency(
        kind: .byName, name: name, package: nil, conditions: [], range: node.range)
    }
    let kinds: [String: TargetDependency.Kind] = [
      "product": .product, "target": .target, "byName": .byName, "plugin": .plugin,
    ]
    let arguments = Self.labeled(node)
    guard let callee = node.calledExpression, let member = Self.member(callee),
      let kind = kinds[member], let name = arguments["name"].flatMap(constants.string)
    else { return nil }
    let conditions = node.arguments.filter { !["name", "package"].contains($0.argumentLabel) }
    return TargetDependency(
      kind: kind, name: name, package: arguments["package"].flatMap(constants.string),
      conditions: conditions.map(\.range), range: node.range)
  }

  // MARK: Values

  private static func labeled(_ call: Node) -> [String: Node] {
    var found: [String: Node] = [:]
    for argument in call.arguments {
      guard let label = argument.argumentLabel, found[label] == nil else { continue }
      found[label] = argument.argumentValue
    }
    return found
  }
}
