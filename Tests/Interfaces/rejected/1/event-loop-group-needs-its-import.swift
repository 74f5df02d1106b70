import GRPC
func connect() -> ClientConnection {
  return ClientConnection.insecure(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
    .connect(host: "localhost", port: 50051)
}
