/// An option of a call that says what a setting of a host said.
struct HostOption {
  let name: String
  var constant: String?
  var isInMilliseconds = false
}

/// The names of what sets something for a host, sorted.
let methodsOfHosts = Set(optionsBySetting.keys.map { String($0.prefix { $0 != "(" }) })
  .sorted()

/// The options that say what a setting said, in the order of its arguments.
let optionsBySetting: [String: [HostOption]] = [
  "useInsecureConnections(forHost:)": [
    HostOption(name: "transport", constant: "GRPCDefaultTransportImplList.core_insecure")
  ],
  "setUserAgentPrefix(_:forHost:)": [HostOption(name: "userAgentPrefix")],
  "setUserAgentSuffix(_:forHost:)": [HostOption(name: "userAgentSuffix")],
  "setResponseSizeLimit(_:forHost:)": [HostOption(name: "responseSizeLimit")],
  "setDefaultCompressMethod(_:forhost:)": [HostOption(name: "compressionAlgorithm")],
  "setKeepaliveWithInterval(_:timeout:forHost:)": [
    HostOption(name: "keepaliveInterval", isInMilliseconds: true),
    HostOption(name: "keepaliveTimeout", isInMilliseconds: true),
  ],
  "enableRetry(_:forHost:)": [HostOption(name: "retryEnabled")],
  "setMinConnectTimeout(_:initialBackoff:maxBackoff:forHost:)": [
    HostOption(name: "connectMinTimeout", isInMilliseconds: true),
    HostOption(name: "connectInitialBackoff", isInMilliseconds: true),
    HostOption(name: "connectMaxBackoff", isInMilliseconds: true),
  ],
  "setTLSPEMRootCerts(_:forHost:)": [HostOption(name: "pemRootCertificates")],
  "setTLSPEMRootCerts(_:withPrivateKey:withCertChain:forHost:)": [
    HostOption(name: "pemRootCertificates"), HostOption(name: "pemPrivateKey"),
    HostOption(name: "pemCertificateChain"),
  ],
]
