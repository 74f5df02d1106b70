import ForecastKit
import GRPCCore
import GRPCNIOTransportHTTP2
import NIOPosix

let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let server = GRPCServer(
  transport: .http2NIOPosix(
    address: .ipv4(host: "127.0.0.1", port: 8080),
    transportSecurity: .plaintext,
    config: .defaults { config in config.connection.keepalive.time = .seconds(60) },
    eventLoopGroup: group
  ),
  services: [ForecastService()]
)
let serverTask = Task { try await server.serve() }
print("listening")
try await serverTask.value
