import Core
import SwiftGRPC

func isFatal(_ code: StatusCode) -> Bool { code == .dataLoss }
