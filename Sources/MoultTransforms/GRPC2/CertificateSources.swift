import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Certificates and keys of NIOSSL, as sources of grpc-swift 2.
struct CertificateSources {
  let file: FileContext

  /// Returns a list of certificates.
  func chain(_ value: Node) throws(Refusal) -> String {
    let made = origin(value)
    if made.kind == .arrayLiteral {
      var sources: [String] = []
      for element in made.children { sources.append(try certificate(element)) }
      return "[\(sources.joined(separator: ", "))]"
    }
    guard made.kind == .functionCall, let callee = made.callee else { throw refusal }
    // `certificates.map { .certificate($0) }`
    if callee.name == "map", let base = callee.base,
      let body = made.trailingClosures.first?.closure.items, body.count == 1,
      body[0].kind == .functionCall, body[0].callee?.name == "certificate"
    {
      return try chain(base)
    }
    guard let first = made.arguments.first?.argumentValue else { throw refusal }
    switch callee.name {
    case "fromPEMFile": return "[.file(path: \(text(first)), format: .pem)]"
    case "fromPEMBytes": return "[.bytes(\(text(first)), format: .pem)]"
    default: throw refusal
    }
  }

  /// Returns a private key.
  func key(_ value: Node) throws(Refusal) -> String {
    let made = origin(value)
    guard made.kind == .functionCall else { throw refusal }
    if let wrapped = made.argument(nil), made.arguments.count == 1 {
      switch made.callee?.name {
      case "privateKey": return try key(wrapped)
      case "file": return ".file(path: \(text(wrapped)), format: .pem)"
      default: throw refusal
      }
    }
    return try source(made)
  }

  /// Returns roots that are trusted.
  func roots(_ value: Node) throws(Refusal) -> String {
    if value.name == "default" { return ".systemDefault" }
    guard value.kind == .functionCall, let given = value.arguments.first?.argumentValue else {
      throw refusal
    }
    switch value.callee?.name {
    case "file": return ".certificates([.file(path: \(text(given)), format: .pem)])"
    case "certificates": return ".certificates(\(try chain(given)))"
    default: throw refusal
    }
  }

  /// A certificate in a list: an object of NIOSSL, or a source of one.
  private func certificate(_ element: Node) throws(Refusal) -> String {
    let made = origin(element)
    guard made.kind == .functionCall else { throw refusal }
    if made.arguments.count == 1, let wrapped = made.argument(nil) {
      switch made.callee?.name {
      case "certificate": return try certificate(wrapped)
      case "file": return ".file(path: \(text(wrapped)), format: .pem)"
      default: throw refusal
      }
    }
    return try source(made)
  }

  /// `NIOSSLCertificate(bytes:format:)`, `NIOSSLPrivateKey(file:format:)`, as a source.
  private func source(_ made: Node) throws(Refusal) -> String {
    guard made.arguments.count == 2, let format = made.argument("format") else { throw refusal }
    if let path = made.argument("file") {
      return ".file(path: \(text(path)), format: \(text(format)))"
    }
    if let bytes = made.argument("bytes") {
      return ".bytes(\(text(bytes)), format: \(text(format)))"
    }
    throw refusal
  }

  private func text(_ node: Node) -> String { file.source.text(node.range) }

  private var refusal: Refusal {
    Refusal(
      "pass certificates and keys as '.file(path:format:)' or '.bytes(_:format:)', which the transport of grpc-swift 2 reads itself, instead of NIOSSL objects"
    )
  }

  /// The expression that made a value: of a local, or a constant outside of every type, what it is declared with, without
  /// `try`.
  private func origin(_ value: Node) -> Node {
    var node = value
    while node.kind == .tryExpr, let inner = node.children.first { node = inner }
    if node.kind == .declReference, let symbol = file.semantics.symbol(of: node),
      let declaration = symbol.declaration, declaration.tree === file.tree,
      symbol.kind == .local || symbol.kind == .property && isGlobal(declaration),
      let binding = ([declaration] + declaration.ancestors.prefix(2))
        .first(where: { $0.kind == .patternBinding }), let initial = binding.initialValue
    {
      node = initial
    }
    while node.kind == .tryExpr, let inner = node.children.first { node = inner }
    return node
  }

  private func isGlobal(_ declaration: Node) -> Bool {
    !declaration.ancestors.contains { $0.kind == .memberBlock }
  }
}
