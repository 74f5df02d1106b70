import GRPC
func stop(_ call: UnaryCall<Hello_V1_HelloRequest, Hello_V1_HelloReply>) {
  call.cancel()
}
