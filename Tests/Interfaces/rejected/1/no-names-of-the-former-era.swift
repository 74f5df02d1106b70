import GRPC
func code(of error: Error) -> StatusCode? {
  return (error as? RPCError)?.callResult?.statusCode
}
