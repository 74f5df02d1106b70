import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// With or without TLS: the builder that a connection begins with.
struct ChannelSecurity {
  let builder: Code

  /// Nil if that is decided while the program runs.
  let isSecure: Bool?
  private(set) var throwsErrors = false
  private(set) var imports: Set<String> = []

  /// - Parameters:
  ///   - values: the arguments of the old initialiser by their labels.
  ///   - group: the event loops that the connection runs on.
  init(_ values: [String: Node], group: Code, _ file: FileContext) throws(Refusal) {
    func connection(_ name: String, _ label: String) -> Code {
      Code.library("GRPC.ClientConnection").calling(name, [CodeArgument(label, group)])
    }
    if values["certificates"] != nil || values["clientCertificates"] != nil
      || values["clientKey"] != nil
    {
      let pems = try CertificateTexts(values, file)
      let name = try hostnameOverride(values["host"], file)
      builder = connection("usingTLSBackedByNIOSSL", "on").calling(pems.calls + name)
      isSecure = true
      throwsErrors = !pems.calls.isEmpty
      imports = pems.calls.isEmpty ? [] : ["NIOSSL"]
      return
    }
    let secure =
      switch TLSOfGRPC1(file) {
      case .nioSSL: connection("usingTLSBackedByNIOSSL", "on")
      case .platform: connection("usingPlatformAppropriateTLS", "for")
      }
    let insecure = connection("insecure", "group")
    guard let flag = values["secure"] else {
      builder = secure
      isSecure = true
      return
    }
    if flag.kind == .booleanLiteral {
      isSecure = flag.text == "true"
      builder = flag.text == "true" ? secure : insecure
    } else {
      isSecure = nil
      builder = .choice(.kept(flag), secure, insecure)
    }
  }
}

/// What a connection of grpc-swift 1 that nobody gave certificates is encrypted with, as the project's options say.
enum TLSOfGRPC1 {
  /// Network.framework where there is one, else NIOSSL.
  case platform
  /// NIOSSL everywhere.
  case nioSSL

  init(_ file: FileContext) {
    self = file.options.text("grpc-swift.tls") == "nio-ssl" ? .nioSSL : .platform
  }
}

/// What names the host that the certificate is for, in place of 0.4's `host:`.
private func hostnameOverride(
  _ host: Node?, _ file: FileContext
) throws(Refusal) -> [BuilderCall] {
  guard let host, host.kind != .nilLiteral else { return [] }
  guard !file.semantics.type(of: host).isOptional else {
    throw Refusal(
      "unwrap '\(host.text)' and set the host with '.withTLS(serverHostnameOverride:)' on the builder of 'ClientConnection'"
    )
  }
  return [BuilderCall("withTLS", "serverHostnameOverride", .kept(host))]
}

/// Certificates and a key that were given as PEM texts.
private struct CertificateTexts {
  private(set) var calls: [BuilderCall] = []

  init(_ values: [String: Node], _ file: FileContext) throws(Refusal) {
    func bytes(_ label: String) throws(Refusal) -> Code? {
      guard let value = values[label], value.kind != .nilLiteral else { return nil }
      if file.semantics.symbol(of: value)?.qualifiedName == "SwiftGRPC.kRootCertificates" {
        return nil
      }
      guard !file.semantics.type(of: value).isOptional else {
        throw Refusal(
          "unwrap '\(value.text)' and create a 'NIOSSLCertificate' or 'NIOSSLPrivateKey' from it, then build the channel with 'ClientConnection.usingTLSBackedByNIOSSL(on:)'"
        )
      }
      return .bytes(of: value)
    }
    if let roots = try bytes("certificates") {
      calls.append(
        BuilderCall(
          "withTLS", "trustRoots",
          .call(.member(nil, "certificates"), [.plain(.certificates("fromPEMBytes", roots))])))
    }
    let (chain, key) = (try bytes("clientCertificates"), try bytes("clientKey"))
    guard (chain == nil) == (key == nil) else {
      throw Refusal("pass both 'clientCertificates:' and 'clientKey:', then run the fix again")
    }
    if let chain, let key {
      calls.append(
        BuilderCall("withTLS", "certificateChain", .certificates("fromPEMBytes", chain)))
      calls.append(BuilderCall("withTLS", "privateKey", .privateKey("bytes", key)))
    }
  }
}

/// What NIOSSL makes of certificates and keys in PEM.
extension Code {
  /// The bytes of a text.
  static func bytes(of text: Node) -> Code {
    .call("Array", [.plain(Code.kept(text).member("utf8"))])
  }

  /// - Parameter maker: what reads them, `fromPEMBytes` or `fromPEMFile`.
  static func certificates(_ maker: String, _ source: Code) -> Code {
    Code.library("NIOSSL.NIOSSLCertificate").calling(maker, [.plain(source)])
  }

  /// - Parameter label: what it is made of, `bytes` or `file`.
  static func privateKey(_ label: String, _ source: Code) -> Code {
    let format = CodeArgument("format", .member(nil, "pem"))
    return .call(.library("NIOSSL.NIOSSLPrivateKey"), [CodeArgument(label, source), format])
  }
}
