import MoultMatching
import MoultRewriting

/// Settings of a transport of grpc-swift 2, as assignments to its `config`.
struct TransportConfig {
  /// The type of the configuration; nil where the compiler can tell.
  ///
  /// It cannot for a client whose transport is named by `.http2NIOPosix` and whose closure has one statement.
  let type: Code?

  private(set) var assignments: [Code] = []

  init(type: Code? = nil) { self.type = type }

  /// - Parameter path: of members.
  mutating func set(_ path: String, _ value: Code) {
    assignments.append(.infix(.word("config.\(path)"), "=", value))
  }

  /// Puts items before the assignment at a place.
  mutating func insert(_ items: [Code], at place: Int) {
    assignments.insert(contentsOf: items, at: place)
  }

  /// The argument `config:`, or nothing.
  var argument: CodeArgument? {
    guard !assignments.isEmpty else { return nil }
    let closure = ClosureCode(parameters: ["config"], assignments)
    return CodeArgument("config", .call(.member(type, "defaults"), [], trailing: [closure]))
  }
}

/// What a transport of grpc-swift 2 is told of its security.
struct TransportSecurity {
  var isSecure = false
  var chain: Code?
  var key: Code?
  private var settings: [Code] = []
  private var hasRoots = false

  /// Whether there are certificates or a key, which the transport reads.
  var givesCertificates: Bool { chain != nil || key != nil || hasRoots }

  /// Whether there are certificates or a key, or settings that may be about some.
  var readsCertificates: Bool { chain != nil || key != nil || !settings.isEmpty }

  mutating func set(_ member: String, _ value: Code) {
    settings.append(.infix(.word("tls.\(member)"), "=", value))
    if member == "trustRoots" { hasRoots = true }
  }

  /// - Parameter name: of the kind of security with certificates and a key of one's own.
  func code(withCertificates name: String) -> Code {
    let closure = settings.isEmpty ? [] : [ClosureCode(parameters: ["tls"], settings)]
    if let chain, let key {
      return .call(
        .member(nil, name),
        [CodeArgument("certificateChain", chain), CodeArgument("privateKey", key)],
        trailing: closure)
    }
    guard isSecure else { return .member(nil, "plaintext") }
    return closure.isEmpty
      ? .member(nil, "tls") : .call(.member(nil, "tls"), [], trailing: closure)
  }
}

/// What a configuration calls the setting that a method of a builder makes: `httpMaxFrameSize` of `withHTTPMaxFrameSize`.
func nameInConfiguration(ofSettingBy method: String) -> String {
  let name = method.dropFirst("with".count)
  if name == "Keepalive" { return "connectionKeepalive" }
  return name.hasPrefix("HTTP")
    ? "http" + name.dropFirst("HTTP".count) : name.prefix(1).lowercased() + name.dropFirst()
}

/// What a person does about a setting that no transport has.
func refusal(ofSetting name: String) -> Refusal {
  Refusal("remove '\(name)', which no transport of grpc-swift 2 has, then run the fix again")
}

/// What becomes of a logger of a client or a server.
let reasonOfLogger = "grpc-swift 2 does not log, so the logger is removed"
