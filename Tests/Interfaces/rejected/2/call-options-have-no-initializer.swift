import GRPCCore

let options = CallOptions()
