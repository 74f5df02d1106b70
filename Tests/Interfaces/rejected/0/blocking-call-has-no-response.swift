import SwiftGRPC
func greet(_ client: Hello_V1_GreeterService) throws -> String {
  return try client.sayHello(Hello_V1_HelloRequest()).response.wait().message
}
