import SwiftGRPC
func code(of error: Error) -> GRPCStatus.Code? {
  return (error as? GRPCStatus)?.code
}
