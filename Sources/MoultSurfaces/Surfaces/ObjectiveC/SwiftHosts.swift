import MoultMatching
import MoultObjC
package import MoultSource
import MoultSyntax

/// A service of gRPC for Objective-C that Swift creates for a host, without call options or with nil.
struct SwiftService {
  let path: String
  let className: String

  /// The text between the quotes.
  let host: String
  let range: ByteRange

  /// `Sources/App/Start.swift:12`.
  let place: String
}

extension ObjCProject {
  /// Returns the services that Swift creates for hosts which are one text, there or in a constant of the file; in order of files.
  ///
  /// - Complexity: O(*n*) in the bytes of the Swift files, and in the nodes of those that create a service.
  func servicesMadeInSwift() -> [SwiftService] {
    swift.flatMap { file -> [SwiftService] in
      guard makesService.findsAnchor(in: file.source.bytes) else { return [] }
      let tree = cache.tree(of: file.source)
      let lines = LineIndex(file.source.bytes)
      return tree.root.descendants.compactMap { node in
        guard let name = className(ofServiceMadeBy: node),
          let host = node.arguments.first.flatMap({ text(of: $0.argumentValue) })
        else { return nil }
        return SwiftService(
          path: file.source.path, className: name, host: host, range: node.range,
          place: "\(file.source.path):\(lines.line(of: node.range.lowerBound))")
      }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
  }

  private func className(ofServiceMadeBy node: Node) -> String? {
    guard node.kind == .functionCall, let first = node.arguments.first, var callee = node.callee,
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
  /// Whether what the Objective-C of a project sets for hosts can be for a service that a Swift file creates.
  package func tiesHosts(toServicesIn source: SourceText) -> Bool {
    guard let objectiveC, makesService.findsAnchor(in: source.bytes) else { return false }
    return objectiveC.hosts.hasSettings
  }
}

private let makesService = AnchorScanner(anchors: ["host:", "withHost", "serviceWithHost"])

/// Returns the text that an expression is, or a constant whose name the file gives to one text alone.
private func text(of value: Node) -> String? {
  if let text = value.literalText { return text }
  guard value.kind == .declReference || value.kind == .memberAccess else { return nil }
  let values = value.tree.root.descendants.compactMap { node in
    node.kind == .patternBinding && node.children.first?.name == value.name
      ? node.initialValue : nil
  }
  return values.count == 1 ? values.first?.literalText : nil
}
