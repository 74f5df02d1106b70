import ForecastKit
import GRPC
import NIOPosix

let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let server = try await Server.insecure(group: group)
  .withServiceProviders([ForecastService()])
  .withKeepalive(ServerConnectionKeepalive(interval: .minutes(1)))
  .bind(host: "127.0.0.1", port: 8080)
  .get()
print("listening")
try await server.onClose.get()
