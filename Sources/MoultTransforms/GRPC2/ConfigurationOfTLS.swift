import MoultMatching
import MoultSource
import MoultSyntax

/// A call of a factory of `GRPCTLSConfiguration`, in the words of grpc-swift 2.
struct ConfigurationOfTLS {
  private(set) var chain: String?
  private(set) var key: String?
  private(set) var roots: String?
  private(set) var hostname: String?

  /// The case of `CertificateVerification` that is asked for.
  private(set) var verification: String?

  /// Whether a client must have agreed on HTTP/2 in the handshake, as source text.
  private(set) var requiresALPN: String?

  /// Reads `.makeClientConfigurationBackedByNIOSSL(…)` or `.makeServerConfigurationBackedByNIOSSL(…)`.
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
    guard call.kind == .functionCall, factories.contains(call.callee?.name ?? "") else {
      throw refusal
    }
    let sources = CertificateSources(file: file)
    for argument in call.arguments {
      let value = argument.argumentValue
      let text = file.source.text(value.range)
      switch argument.argumentLabel {
      case "compatibleWith"?, "for"?: break
      case "certificateChain"?: chain = try sources.chain(value)
      case "privateKey"?: key = value.kind == .nilLiteral ? nil : try sources.key(value)
      case "trustRoots"?: roots = try sources.roots(value)
      case "certificateVerification"?: verification = verificationCase(value)
      case "hostnameOverride"?: hostname = value.kind == .nilLiteral ? nil : text
      case "requireALPN"?: requiresALPN = text
      default: throw refusal
      }
    }
  }
}

/// Returns the case of grpc-swift 2's `CertificateVerification` for one of NIOSSL's.
func verificationCase(_ value: Node?) -> String {
  value?.name == "none" ? "noVerification" : value?.name ?? ""
}
