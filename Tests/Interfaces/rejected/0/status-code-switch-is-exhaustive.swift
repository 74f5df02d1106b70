import SwiftGRPC
func isFine(_ code: StatusCode) -> Bool {
  switch code {
  case .ok: return true
  case .cancelled: return false
  }
}
