import GRPCCore

let error = RPCError(code: .ok, message: "")
