import BeaconKit
import Dispatch
import Foundation
import GRPC
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
let server = try await Server.usingTLSBackedByNIOSSL(
  on: group, certificateChain: chain, privateKey: privateKey
)
.withServiceProviders([LighthouseService(), health])
.withMaximumReceiveMessageLength(1_048_576)
.bind(host: "0.0.0.0", port: 8443)
.get()

signal(SIGTERM, SIG_IGN)
let terminated = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
terminated.setEventHandler {
  health.drain()
  server.initiateGracefulShutdown(promise: nil)
}
terminated.resume()

try await server.onClose.get()
try await group.shutdownGracefully()
