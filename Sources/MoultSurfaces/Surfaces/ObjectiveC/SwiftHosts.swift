import MoultMatching
import MoultObjC
package import MoultSource
import MoultSyntax

/// What Swift does with a host of gRPC for Objective-C that is one text.
struct SwiftHost {
  enum Use: Hashable {
    /// A service is created, without call options or with nil.
    case service(className: String)

    /// Something is set: the name of the method, and what makes it the same setting in both languages.
    case setting(method: String, HostSettingKind)
  }

  let use: Use
  let path: String

  /// The text between the quotes.
  let host: String
  let range: ByteRange

  /// The outermost body around it; nil for what stands in none.
  let body: ByteRange?

  /// `Sources/App/Start.swift:12`.
  let place: String
}

extension [SwiftHost] {
  /// What is set for the host of a service before it in the same body.
  func kinds(setBefore service: SwiftHost) -> Set<HostSettingKind> {
    Set(
      compactMap { other -> HostSettingKind? in
        guard case .setting(_, let kind) = other.use, other.host == service.host,
          other.path == service.path, other.body == service.body, service.body != nil,
          other.range.upperBound <= service.range.lowerBound
        else { return nil }
        return kind
      })
  }
}

extension ObjCProject {
  /// Returns what Swift does with hosts that are one text, there or in a constant of the file; in order of files.
  ///
  /// - Complexity: O(*n*) in the bytes of the Swift files, and in the nodes of those that name a host.
  func hostsInSwift() -> [SwiftHost] {
    swift.flatMap { file -> [SwiftHost] in
      guard namesHost.findsAnchor(in: file.source.bytes) else { return [] }
      let tree = cache.tree(of: file.source)
      let lines = file.source.lines
      let nodes = Array(tree.root.descendants)
      lazy var constants = textsOfConstants(among: nodes)
      return nodes.compactMap { node -> SwiftHost? in
        guard let (use, host) = hostUse(in: node),
          let text = host.literalText ?? (host.isName ? constants[host.name] : nil)
        else { return nil }
        return SwiftHost(
          use: use, path: file.source.path, host: text, range: node.range,
          body: node.ancestors.filter { $0.kind == .codeBlock || $0.kind == .closure }.last?.range,
          place: "\(file.source.path):\(lines.line(of: node.range.lowerBound))")
      }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
  }

  /// What a call does with a host, and the host.
  private func hostUse(in node: Node) -> (SwiftHost.Use, host: Node)? {
    guard node.kind == .functionCall, let first = node.arguments.first,
      let last = node.arguments.last
    else { return nil }
    if let name = className(ofServiceMadeBy: node, first) {
      return (.service(className: name), first.argumentValue)
    }
    guard let callee = node.callee, callee.kind == .memberAccess, callee.base?.name == "GRPCCall"
    else { return nil }
    let labels = node.arguments.compactMap(\.argumentLabel)
    let kind = HostSettingKind(ofMethod: callee.name, labels: labels)
    return kind.map { (.setting(method: callee.name, $0), last.argumentValue) }
  }

  private func className(ofServiceMadeBy node: Node, _ first: Node) -> String? {
    guard var callee = node.callee,
      ["host", "withHost"].contains(first.argumentLabel) || callee.name == "serviceWithHost",
      node.arguments.dropFirst().allSatisfy({ $0.argumentValue.kind == .nilLiteral })
    else { return nil }
    if callee.kind == .memberAccess, ["init", "service", "serviceWithHost"].contains(callee.name),
      let base = callee.base
    {
      callee = base
    }
    let name = callee.name
    return model.inherits(name, from: "GRPCProtoService") ? name : nil
  }
}

extension SurfaceFacts {
  /// Whether what a Swift file does with hosts can matter to the Objective-C of a project, or the other way around.
  package func tiesHosts(in source: SourceText) -> Bool {
    guard let objectiveC, namesHost.findsAnchor(in: source.bytes) else { return false }
    return objectiveC.hosts.hasUses
  }
}

private let namesHost = AnchorScanner(
  anchors: ["host:", "withHost", "serviceWithHost", "forHost", "forhost", "ForHost"])

extension Node {
  fileprivate var isName: Bool { kind == .declReference || kind == .memberAccess }
}

/// The texts of constants, by the names that a file gives to one value alone.
private func textsOfConstants(among nodes: [Node]) -> [String: String] {
  var values: [String: [Node]] = [:]
  for node in nodes where node.kind == .patternBinding {
    guard let name = node.children.first?.name, let value = node.initialValue else { continue }
    values[name, default: []].append(value)
  }
  return values.compactMapValues { $0.count == 1 ? $0[0].literalText : nil }
}
