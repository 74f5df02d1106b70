import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// With or without TLS: the builder that a connection begins with.
struct ChannelSecurity {
  let builder: String

  /// Nil if that is decided while the program runs.
  let isSecure: Bool?
  private(set) var throwsErrors = false
  private(set) var imports: Set<String> = []

  /// - Parameter values: the arguments of the old initialiser by their labels.
  init(_ values: [String: Node], group: String, _ file: FileContext) throws(Refusal) {
    let secure = "ClientConnection.usingPlatformAppropriateTLS(for: \(group))"
    let insecure = "ClientConnection.insecure(group: \(group))"
    if values["certificates"] != nil || values["clientCertificates"] != nil
      || values["clientKey"] != nil
    {
      let pems = try CertificateTexts(values, file)
      let name = try hostnameOverride(values["host"], file)
      builder = "ClientConnection.usingTLSBackedByNIOSSL(on: \(group))" + pems.calls + name
      isSecure = true
      throwsErrors = !pems.calls.isEmpty
      imports = pems.calls.isEmpty ? [] : ["NIOSSL"]
      return
    }
    guard let flag = values["secure"] else {
      builder = secure
      isSecure = true
      return
    }
    let text = file.source.text(flag.range)
    if flag.kind == .booleanLiteral {
      builder = text == "true" ? secure : insecure
      isSecure = text == "true"
    } else {
      builder = "(\(text) ? \(secure) : \(insecure))"
      isSecure = nil
    }
  }
}

/// What names the host that the certificate is for, in place of 0.4's `host:`.
private func hostnameOverride(_ host: Node?, _ file: FileContext) throws(Refusal) -> String {
  guard let host, host.kind != .nilLiteral else { return "" }
  let source = file.source.text(host.range)
  guard !file.semantics.type(of: host).isOptional else {
    throw Refusal(
      "unwrap '\(source)' and set the host with '.withTLS(serverHostnameOverride:)' on the builder of 'ClientConnection'"
    )
  }
  return ".withTLS(serverHostnameOverride: \(source))"
}

/// Certificates and a key that were given as PEM texts.
private struct CertificateTexts {
  private(set) var calls = ""

  init(_ values: [String: Node], _ file: FileContext) throws(Refusal) {
    func text(_ label: String) throws(Refusal) -> String? {
      guard let value = values[label], value.kind != .nilLiteral else { return nil }
      if file.semantics.symbol(of: value)?.qualifiedName == "SwiftGRPC.kRootCertificates" {
        return nil
      }
      let source = file.source.text(value.range)
      guard !file.semantics.type(of: value).isOptional else {
        throw Refusal(
          "unwrap '\(source)' and create a 'NIOSSLCertificate' or 'NIOSSLPrivateKey' from it, then build the channel with 'ClientConnection.usingTLSBackedByNIOSSL(on:)'"
        )
      }
      let isOperation = value.kind == .binaryOperator || value.kind == .ternary
      return isOperation ? "(\(source))" : source
    }
    if let roots = try text("certificates") {
      calls +=
        ".withTLS(trustRoots: .certificates(NIOSSLCertificate.fromPEMBytes(Array(\(roots).utf8))))"
    }
    let (chain, key) = (try text("clientCertificates"), try text("clientKey"))
    guard (chain == nil) == (key == nil) else {
      throw Refusal("pass both 'clientCertificates:' and 'clientKey:', then run the fix again")
    }
    if let chain, let key {
      calls += ".withTLS(certificateChain: NIOSSLCertificate.fromPEMBytes(Array(\(chain).utf8)))"
      calls += ".withTLS(privateKey: NIOSSLPrivateKey(bytes: Array(\(key).utf8), format: .pem))"
    }
  }
}
