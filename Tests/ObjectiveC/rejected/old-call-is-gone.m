void f(Greeter *client, HelloRequest *request) {
  [client sayHelloWithRequest:request handler:nil];
}
