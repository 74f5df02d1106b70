import MoultMatching
import MoultRewriting
import MoultSyntax

/// A call of a factory of `GRPCTLSConfiguration`, in the words of grpc-swift 2.
struct ConfigurationOfTLS {
  private(set) var chain: Code?
  private(set) var key: Code?
  private(set) var roots: Code?
  private(set) var hostname: Code?

  /// The case of `CertificateVerification` that is asked for.
  private(set) var verification: Code?

  /// Whether a client must have agreed on HTTP/2 in the handshake.
  private(set) var requiresALPN: Code?

  /// Reads `.makeClientConfigurationBackedByNIOSSL(…)` or `.makeServerConfigurationBackedByNIOSSL(…)`, or what made one before
  /// grpc-swift 1.3.
  ///
  /// - Throws: `Refusal` for a configuration that is made elsewhere, or says what no transport can be told.
  init(_ call: Node, of file: FileContext) throws(Refusal) {
    let refusal = Refusal(
      "repeat the TLS configuration in 'transportSecurity: .tls { … }', and create a client or a server with the transport"
    )
    let factories = [
      "makeClientDefault", "makeClientConfigurationBackedByNIOSSL",
      "makeServerConfigurationBackedByNIOSSL",
    ]
    guard let call = CallExpr(callUnderMarks(unwrapped(call))), let maker = call.called?.node,
      factories.contains(maker.name) || isEarlierType(maker)
    else {
      throw refusal
    }
    let sources = CertificateSources(file: file)
    for argument in call.arguments {
      let value = argument.node.argumentValue
      switch argument.label {
      case "compatibleWith"?, "for"?: break
      case "certificateChain"?: chain = try sources.chain(value)
      case "privateKey"?: key = value.kind == .nilLiteral ? nil : try sources.key(value)
      case "trustRoots"?: roots = try sources.roots(value)
      case "certificateVerification"?: verification = try verificationCase(value)
      case "hostnameOverride"?: hostname = value.kind == .nilLiteral ? nil : .kept(value)
      case "requireALPN"?: requiresALPN = .kept(value)
      default: throw refusal
      }
    }
  }
}

/// Whether a call makes a `Configuration.TLS` of a connection or a server, whose initialisers the factories have replaced.
private func isEarlierType(_ made: Node) -> Bool {
  made.name == "TLS" && made.base?.name == "Configuration"
}

/// Returns what is made an optional: `x` of `.init(x)` and of `Optional(x)`.
private func unwrapped(_ value: Node) -> Node {
  guard let call = CallExpr(value), let argument = call.arguments.only, argument.label == nil,
    let called = call.called?.node, [".init", "Optional"].contains(called.text)
  else { return value }
  return argument.node.argumentValue
}

/// Returns the case of grpc-swift 2's `CertificateVerification` for one of NIOSSL's.
///
/// - Throws: `Refusal` for a value that is made elsewhere, and for what no transport can be told.
func verificationCase(_ value: Node) throws(Refusal) -> Code {
  guard let member = MemberAccess(value),
    member.base.map({ $0.node.name == "CertificateVerification" }) ?? true,
    let name = verifications[member.name]
  else {
    throw Refusal(
      "write the case of the 'certificateVerification' in this call ('.none', '.noHostnameVerification' or '.fullVerification'), then run the fix again: grpc-swift 2 has an enum of its own"
    )
  }
  return .member(nil, name)
}

private let verifications = [
  "none": "noVerification", "noHostnameVerification": "noHostnameVerification",
  "fullVerification": "fullVerification",
]
