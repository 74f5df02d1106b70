import GRPCCore

func metadata(_ token: String) -> Metadata { ["authorization": token] }
