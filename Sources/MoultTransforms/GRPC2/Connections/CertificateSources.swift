import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Certificates and keys of NIOSSL, as sources of grpc-swift 2.
struct CertificateSources {
  let file: FileContext

  /// Returns a list of certificates.
  func chain(_ value: Node) throws(Refusal) -> Code {
    do throws(Refusal) {
      return try read(chain: value)
    } catch {
      guard let objects = certificateObjects(value), let code = read(objects: objects) else {
        throw error
      }
      return code
    }
  }

  /// The list of certificates that are objects of NIOSSL; nil for any other value.
  private func certificateObjects(_ value: Node) -> Node? {
    if isNamed(value), describe(file.semantics.type(of: value)) == "[NIOSSLCertificate]" {
      return value
    }
    guard let call = CallExpr(origin(value)), let base = mapped(call) else { return nil }
    return certificateObjects(base)
  }

  /// Whether a value is a name, or a member of one.
  private func isNamed(_ value: Node) -> Bool {
    if NameExpr(value) != nil { return true }
    return MemberAccess(value)?.base.map { isNamed($0.node) } ?? false
  }

  /// What an object of NIOSSL says in DER, where that may throw.
  private func read(objects certificates: Node) -> Code? {
    guard canThrow(certificates) else { return nil }
    return .quoted("try \(certificates.text).map { .bytes(try $0.toDERBytes(), format: .der) }")
  }

  private func read(chain value: Node) throws(Refusal) -> Code {
    let made = origin(value)
    if let list = ArrayExpr(made) {
      var sources: [Code] = []
      for element in list.elements { sources.append(try certificate(element.node)) }
      return .array(sources)
    }
    guard let call = CallExpr(made), let called = call.called else { throw refusal }
    if let base = mapped(call) { return try read(chain: base) }
    guard let first = call.arguments.first?.expression else { throw refusal }
    switch called.node.name {
    case "fromPEMFile": return .array([pem(file: first.node)])
    case "fromPEMBytes": return .array([Self.source(nil, .kept(first), format: pemFormat)])
    default: throw refusal
    }
  }

  /// `certificates.map { .certificate($0) }`, the certificates.
  private func mapped(_ call: CallExpr) -> Node? {
    guard case .member(let map)? = call.called, map.name == "map", let base = map.base,
      case .expression(.call(let only))? = call.trailingClosures.first?.closure?.items.only,
      only.called?.node.name == "certificate"
    else { return nil }
    return base.node
  }

  /// Returns a private key.
  func key(_ value: Node) throws(Refusal) -> Code {
    do throws(Refusal) {
      return try object(value, in: "privateKey") { wrapped throws(Refusal) in try key(wrapped) }
    } catch {
      guard isNamed(value), canThrow(value),
        describe(file.semantics.type(of: value)) == "NIOSSLPrivateKey"
      else { throw error }
      return .quoted(".bytes(try \(value.text).derBytes, format: .der)")
    }
  }

  /// Returns roots that are trusted.
  func roots(_ value: Node) throws(Refusal) -> Code {
    if value.name == "default" { return .member(nil, "systemDefault") }
    guard let call = CallExpr(value), let given = call.arguments.first?.expression?.node else {
      throw refusal
    }
    let certificates: Code
    switch call.called?.node.name {
    case "file": certificates = .array([pem(file: given)])
    case "certificates": certificates = try read(chain: given)
    default: throw refusal
    }
    return .call(.member(nil, "certificates"), [.plain(certificates)])
  }

  /// A certificate in a list: an object of NIOSSL, or a source of one.
  private func certificate(_ element: Node) throws(Refusal) -> Code {
    try object(element, in: "certificate") { wrapped throws(Refusal) in try certificate(wrapped) }
  }

  /// `.certificate(x)`, `.file(path)`, or `NIOSSLCertificate(bytes:format:)` and `NIOSSLPrivateKey(file:format:)`.
  private func object(
    _ value: Node, in wrapper: String, _ inner: (Node) throws(Refusal) -> Code
  ) throws(Refusal) -> Code {
    guard let made = CallExpr(origin(value)) else { throw refusal }
    if let only = made.arguments.only, only.label == nil, let wrapped = only.expression?.node {
      switch made.called?.node.name {
      case wrapper: return try inner(wrapped)
      case "file": return pem(file: wrapped)
      default: throw refusal
      }
    }
    guard made.arguments.count == 2, let format = made.argument(labeled: "format")?.expression
    else { throw refusal }
    if let path = made.argument(labeled: "file")?.expression {
      return Self.source("path", .kept(path), format: .kept(format))
    }
    if let bytes = made.argument(labeled: "bytes")?.expression {
      return Self.source(nil, .kept(bytes), format: .kept(format))
    }
    throw refusal
  }

  private var pemFormat: Code { .member(nil, "pem") }

  private func pem(file path: Node) -> Code {
    Self.source("path", .kept(path), format: pemFormat)
  }

  /// `.file(path:format:)`, or without a label `.bytes(_:format:)`.
  private static func source(_ label: String?, _ value: Code, format: Code) -> Code {
    .call(
      .member(nil, label == nil ? "bytes" : "file"),
      [CodeArgument(label, value), CodeArgument("format", format)])
  }

  private var refusal: Refusal {
    Refusal(
      "pass certificates and keys as '.file(path:format:)' or '.bytes(_:format:)', which the transport of grpc-swift 2 reads itself, instead of NIOSSL objects"
    )
  }

  /// The expression that made a value: of a local, or a constant outside of every type, what it is declared with, without
  /// `try`.
  private func origin(_ value: Node) -> Node {
    let made = callUnderMarks(value)
    guard let name = NameExpr(made), let symbol = file.semantics.symbol(of: made),
      let declaration = symbol.declaration, declaration.tree === file.tree,
      symbol.kind == .local || symbol.kind == .property && isGlobal(declaration),
      let initial = symbol.binding?.initialValue
    else { return made }
    // `if let certificate = certificate` is about the one before.
    if let bound = NameExpr(initial), bound.name == name.name,
      OptionalBinding(of: symbol.binding) != nil
    {
      return origin(initial)
    }
    return callUnderMarks(initial)
  }

  private func isGlobal(_ declaration: Node) -> Bool {
    !declaration.ancestors.contains { MemberBlock($0) != nil }
  }
}
