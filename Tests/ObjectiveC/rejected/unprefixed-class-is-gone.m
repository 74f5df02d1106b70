ProtoRPC *call;
