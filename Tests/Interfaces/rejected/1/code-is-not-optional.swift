import GRPC
func code(of status: GRPCStatus) -> GRPCStatus.Code? {
  guard let code = status.code else { return nil }
  return code
}
