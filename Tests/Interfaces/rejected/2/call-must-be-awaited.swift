import GRPCCore

func greet(_ client: some Hello_V1_Greeter.ClientProtocol) throws -> String {
  try client.sayHello(Hello_V1_HelloRequest()).message
}
