import GRPCCore

func code(_ error: any Error) -> GRPCStatus.Code? { (error as? GRPCStatus)?.code }
