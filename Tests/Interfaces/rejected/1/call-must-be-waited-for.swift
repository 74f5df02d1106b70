import GRPC
func greet(_ client: Hello_V1_GreeterClientProtocol) throws -> String {
  return try client.sayHello(Hello_V1_HelloRequest()).message
}
