import GRPC
func isFine(_ code: GRPCStatus.Code) -> Bool {
  switch code {
  case .ok: return true
  case .cancelled: return false
  }
}
