import BeaconKit
import Dispatch
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import NIOPosix
import NIOSSL

// beacon CERTIFICATE KEY: serves until SIGTERM.
let paths = CommandLine.arguments.dropFirst()
guard paths.count == 2, let certificate = paths.first, let key = paths.last else {
  print("usage: beacon CERTIFICATE KEY")
  exit(2)
}

let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
let health = HealthService(serving: ["beacon.v1.Lighthouse"])
let chain = try NIOSSLCertificate.fromPEMFile(certificate)
let privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
let server = GRPCServer(transport: .http2NIOPosix(
  address: .ipv4(host: "0.0.0.0", port: 8443),
  transportSecurity: .tls(
    certificateChain: [.file(path: certificate, format: .pem)],
    privateKey: .file(path: key, format: .pem)
  ),
  config: .defaults { config in config.rpc.maxRequestPayloadSize = 1_048_576 },
  eventLoopGroup: group
), services: [LighthouseService(), health])
let serverTask = Task { try await server.serve() }

signal(SIGTERM, SIG_IGN)
let terminated = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
terminated.setEventHandler {
  health.drain()
  server.beginGracefulShutdown()
}
terminated.resume()

try await serverTask.value
try await group.shutdownGracefully()
