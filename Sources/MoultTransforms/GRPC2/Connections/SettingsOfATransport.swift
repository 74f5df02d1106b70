import MoultMatching
import MoultRewriting
import MoultSource
import MoultSyntax

/// What a client or a server of grpc-swift 1 was told of its connection, in the words of grpc-swift 2's transports.
protocol SettingsOfATransport {
  /// How what a transport belongs to is called.
  static var words: WordsOfATransport { get }
  var file: FileContext { get }
  var security: TransportSecurity { get set }
  var config: TransportConfig { get set }
  var otherwise: OtherSecurity? { get set }

  /// The security that branches give.
  var branches: SecurityOfBranches? { get set }

  /// The event loop group that the transport is told to run on.
  var group: Node? { get }

  /// The statements that nothing uses any more.
  var gone: [Node] { get set }
  var reasons: [String] { get set }

  /// Comments that the new code says again, where it takes the place of what they stand in.
  var repeated: [ByteRange] { get }

  /// What else has to be the same in two of which a condition chooses one.
  var others: [Code?] { get }

  /// What the transport is told of its security; that of the first builder where a condition chooses.
  var securityCode: Code { get }

  /// Reads the call that makes a builder.
  mutating func read(start call: Node) throws(Refusal)

  /// Notes the group that the connection runs on.
  mutating func read(group: Node?)

  /// - Parameters:
  ///   - name: of the setting in a configuration.
  ///   - word: what the code calls it.
  mutating func read(_ name: String, _ value: Node, saidBy word: String) throws(Refusal)
}

/// The security of a builder that is taken where a condition does not hold.
struct OtherSecurity {
  let condition: Node
  let code: Code
  let readsCertificates: Bool
}

struct WordsOfATransport {
  /// What is made with it.
  let product: String

  /// The type of the transport.
  let transport: String

  /// What a person writes its security as.
  let security: String

  /// What it verifies the other side's certificate by.
  let verification: String

  /// Whether there is no TLS without a certificate and a key of its own.
  let needsCertificate: Bool
}

extension SettingsOfATransport {
  /// What says the security of a configuration, which branches may do alone.
  static var namesOfSecurity: Set<String> { ["tls", "tlsConfiguration"] }

  /// Returns an expression, or the value of the constant that it names for the only time, which goes.
  mutating func inlined(_ node: Node) -> Node {
    guard let constant = ConstantUsedOnce(node, file) else { return node }
    gone.append(constant.statement)
    return constant.value
  }

  /// What a person is asked to do with security that no builder's start says.
  var tlsRefusal: Refusal {
    Refusal(
      "repeat the TLS configuration in 'transportSecurity: \(Self.words.security)', and create a '\(Self.words.product)' with the transport"
    )
  }

  /// Reads a builder, or two that a condition chooses: these must differ in their security alone.
  mutating func read(_ builder: ChosenBuilder) throws(Refusal) {
    if let branches = builder.branches { return try read(branches) }
    var other = self
    try read(builder.chain)
    gone += builder.gone
    guard let choice = builder.choice else { return }
    try other.read(choice.other)
    guard isEqualButForSecurity(to: other) else {
      throw Refusal(
        "make the two builders differ only in their security, or create a '\(Self.words.product)' for each, then run the fix again"
      )
    }
    take(other, unless: choice.condition)
    for setting in choice.settings {
      guard setting.callee?.name != "withTLS" else { throw tlsRefusal }
      try read(setting)
    }
  }

  /// Reads the builders of branches, which must differ in their security alone.
  private mutating func read(_ branching: ChosenBuilder.Branching) throws(Refusal) {
    var several: [Self] = []
    for chain in branching.chains {
      var one = self
      try one.read(chain)
      several.append(one)
    }
    guard let first = several.first, several.allSatisfy(first.isEqualButForSecurity) else {
      throw Refusal(
        "make the builders differ only in their security, or create a '\(Self.words.product)' for each, then run the fix again"
      )
    }
    let statements = several.flatMap(\.gone)
    self = first
    gone = statements
    for setting in branching.settings {
      guard setting.callee?.name != "withTLS" else { throw tlsRefusal }
      try read(setting)
    }
    branches = try SecurityOfBranches(
      branching.places, several, initial: nil, Self.words, file)
  }

  /// Reads what branches tell a configuration of its security.
  mutating func read(_ places: PlacesOfSecurity) throws(Refusal) {
    var several: [Self] = []
    for assignment in places.assignments {
      var one = self
      (one.security, one.gone) = (TransportSecurity(), [])
      guard let value = assignment.value?.node else { throw tlsRefusal }
      if value.kind != .nilLiteral { try one.read(configuration: value) }
      guard one.isEqualButForSecurity(to: self) else { throw tlsRefusal }
      several.append(one)
    }
    gone += several.flatMap(\.gone)
    branches = try SecurityOfBranches(
      places, several, initial: securityCode, Self.words, file)
  }

  /// Takes the security of others where a condition does not hold.
  mutating func take(_ other: Self, unless condition: Node) {
    otherwise = OtherSecurity(
      condition: condition, code: other.securityCode,
      readsCertificates: other.security.readsCertificates)
    gone += other.gone
  }

  /// Reads the builder, up to the call that uses it.
  private mutating func read(_ chain: BuilderChain) throws(Refusal) {
    try read(start: chain.start)
    for setting in chain.settings { try read(setting) }
    read(group: chain.group)
  }

  func isEqualButForSecurity(to other: Self) -> Bool {
    func spelled(_ settings: Self) -> [String] {
      let said = settings.others + [settings.group.map { .kept($0) }]
      return settings.config.assignments.map(file.layout.spelled)
        + said.map { $0.map(file.layout.spelled) ?? "" }
    }
    return spelled(self) == spelled(other) && reasons == other.reasons
  }

  private mutating func read(_ setting: Node) throws(Refusal) {
    let (name, first) = (setting.callee?.name ?? "", setting.arguments.first)
    guard let value = first?.argumentValue else { throw refusal(ofSetting: name) }
    switch (name, first?.argumentLabel) {
    case ("withTLS", "serverHostnameOverride"?): config.set("http2.authority", .kept(value))
    case ("withTLS", "certificateVerification"?):
      security.set(Self.words.verification, try verificationCase(value))
    case ("withTLS", "trustRoots"?):
      security.set("trustRoots", try CertificateSources(file: file).roots(value))
    case ("withTLS", "certificateChain"?):
      security.chain = try CertificateSources(file: file).chain(value)
    case ("withTLS", "privateKey"?):
      security.key = try CertificateSources(file: file).key(value)
    case ("withTLS", "requiringALPN"?): security.set("requireALPN", .kept(value))
    case ("withConnectionBackoff", "initial"?): config.set("backoff.initial", duration(value))
    case ("withConnectionBackoff", "maximum"?): config.set("backoff.max", duration(value))
    case ("withConnectionBackoff", let member?) where ["multiplier", "jitter"].contains(member):
      config.set("backoff.\(member)", .kept(value))
    case (_, nil):
      try read(nameInConfiguration(ofSettingBy: name), value, saidBy: name)
    default: throw refusal(ofSetting: name)
    }
  }

  /// Reads a setting that connections and servers share.
  mutating func readShared(
    _ name: String, _ value: Node, saidBy word: String
  ) throws(Refusal) {
    switch name {
    case "eventLoopGroup": read(group: value)
    case "tls", "tlsConfiguration":
      if value.kind != .nilLiteral { try read(configuration: value) }
    case "connectionIdleTimeout": config.set("connection.maxIdleTime", duration(value))
    case "httpTargetWindowSize": config.set("http2.targetWindowSize", .kept(value))
    case "httpMaxFrameSize": config.set("http2.maxFrameSize", .kept(value))
    case "logger", "backgroundActivityLogger": reasons.append(reasonOfLogger)
    case "errorDelegate" where value.kind == .nilLiteral: break
    default: throw refusal(ofSetting: word)
    }
  }

  /// Reads a factory of `GRPCTLSConfiguration`.
  mutating func read(configuration: Node) throws(Refusal) {
    let said = try ConfigurationOfTLS(inlined(configuration), of: file)
    guard !Self.words.needsCertificate || said.chain != nil && said.key != nil else {
      throw tlsRefusal
    }
    security.isSecure = true
    (security.chain, security.key) = (said.chain, said.key)
    if let verification = said.verification {
      security.set(Self.words.verification, verification)
    }
    if let roots = said.roots { security.set("trustRoots", roots) }
    if let hostname = said.hostname { config.set("http2.authority", hostname) }
    if let requiresALPN = said.requiresALPN { security.set("requireALPN", requiresALPN) }
  }

  /// `.http2NIOPosix(…)`, without marks.
  ///
  /// - Parameters:
  ///   - place: where the other side is, or where it listens.
  ///   - calls: what is said of calls.
  func transport(_ place: CodeArgument?, saying calls: CodeArgument? = nil) -> Code {
    let chosen =
      branches.map { .word($0.name) }
      ?? otherwise.map { .choice(.kept($0.condition), securityCode, $0.code) } ?? securityCode
    let arguments = [
      place, CodeArgument("transportSecurity", chosen), config.argument, calls,
      group.map { CodeArgument("eventLoopGroup", .kept($0)) },
    ]
    return .call(.member(nil, "http2NIOPosix"), arguments.compactMap(\.self))
  }

  /// What becomes of the place where a client or a server is made with them.
  ///
  /// - Parameters:
  ///   - start: has put it there.
  ///   - more: what follows from that elsewhere.
  ///   - reason: why someone has to look at it in any case.
  func outcome(
    _ start: SyntaxEditor, and more: Consequence? = nil, because reason: String
  ) -> TransformOutcome {
    var editor = start
    for statement in gone { editor.remove(item: statement) }
    branches?.write(&editor)
    editor.drop(comments: repeated)
    return TransformOutcome(
      editor, and: more, review: [reason] + reasons, imports: ["GRPCNIOTransportHTTP2"])
  }
}
