import MoultMatching

/// The transforms by the names that pages call them by.
let transforms: [String: Transform] = [
  "blocking-unary-call": blockingUnaryCall,
  "call-error-pattern": callErrorPattern,
  "call-protocol-to-call-type": callProtocolToCallType,
  "call-result-member": callResultMember,
  "call-result-to-status": callResultToStatus,
  "channel-construction": channelConstruction,
  "client-base": clientBase,
  "client-conformance": clientConformance,
  "client-construction": clientConstruction,
  "client-protocol-name": clientProtocolName,
  "client-setting": clientSetting,
  "completion-unary-call": completionUnaryCall,
  "metadata-to-call-options": metadataToCallOptions,
  "metadata-read": metadataRead,
  "method-value": methodValue,
  "removed-statement": removedStatement,
  "result-case": resultCase,
  "result-or-rpc-error-to-result": resultOrRPCErrorToResult,
  "server-status-to-grpc-status": serverStatusToStatus,
  "status-code-switch": statusCodeSwitch,
  "stream-message": streamMessage,
  "streaming-call": streamingCall,
  "synchronize-to-with-lock": synchronizeToWithLock,
  "unsafe-bytes-to-data": unsafeBytesToData,
]
