import MoultMatching
import MoultSurfaces
import MoultTransforms

/// Rewritings of one thing that pages call by one name, each by its form.
enum PageTransform: Sendable {
  /// There is one, and a page says no form.
  case only(Transform)
  case forms([String: Transform])

  /// The forms, sorted; empty where there is one rewriting.
  var names: [String] {
    switch self {
    case .only: []
    case .forms(let forms): forms.keys.sorted()
    }
  }
}

/// Why a page calls no transform.
struct TransformProblem: Error {
  /// Whether the form is wrong, and not the name.
  let isAboutForm: Bool

  /// One line, without a final period.
  let message: String
}

/// Returns what a page calls.
func transform(_ call: TransformCall) throws(TransformProblem) -> Transform {
  if let problem = problem(of: call, among: transforms.mapValues(\.names)) { throw problem }
  switch transforms[call.name] {
  case .only(let transform): return transform
  case .forms(let forms):
    guard let transform = forms[call.form] else { preconditionFailure("the form is known") }
    return transform
  case nil: preconditionFailure("the name is known")
  }
}

/// Returns why nothing is called by the name and the form; nil if something is.
///
/// - Parameter known: the forms of each transform, sorted; none where it has one rewriting.
func problem(of call: TransformCall, among known: [String: [String]]) -> TransformProblem? {
  guard let forms = known[call.name] else {
    return TransformProblem(
      isAboutForm: false,
      message: "there is no transform '\(call.name)'\(near(call.name, known.keys.sorted()))")
  }
  switch (forms.first, call.form) {
  case (nil, ""): return nil
  case (nil, _):
    return TransformProblem(
      isAboutForm: true,
      message: "the transform '\(call.name)' has no forms; write 'transform: \(call.name)'")
  case (let first?, ""):
    return TransformProblem(
      isAboutForm: true,
      message:
        "the transform '\(call.name)' wants one of its forms: '{ \(call.name): \(first) }'; known are \(forms.joined(separator: ", "))"
    )
  case (_, let form):
    guard !forms.contains(form) else { return nil }
    return TransformProblem(
      isAboutForm: true,
      message: "the transform '\(call.name)' has no form '\(form)'\(suggestion(form, forms))")
  }
}

/// The forms of each transform, in Swift and in Objective-C; none where a page names the transform alone.
package var transformForms: [String: [String]] {
  transforms.mapValues(\.names).merging(objectiveCTransformForms) { own, _ in own
  }
}

extension Finder {
  /// The transforms that a page with it can call, each with its forms; nil if it can call none.
  var transforms: [String: [String]]? {
    switch search {
    case .swift: MoultRules.transforms.mapValues(\.names)
    case .objectiveC: objectiveCTransformForms
    case .surface, .suppression: nil
    }
  }
}

/// The transforms by the names that pages call them by.
///
/// One name stands for one thing that is rewritten (the streams of a session, what makes a server), and its forms for the
/// declarations by which code speaks of the thing.
let transforms: [String: PageTransform] = [
  "binding-of-view-store": .only(bindingOfViewStore),
  "bridged-call": .forms([
    "old": bridgedOldCall, "start": bridgedCallStart, "starters": bridgedCallStarters,
    "stream-start": bridgedStreamStart,
  ]),
  "bridged-copied-options": .only(bridgedCopiedOptions),
  "bridged-handler-methods": .only(bridgedHandlerMethods),
  "bridged-host": .forms([
    "scheme": bridgedHostScheme, "service": bridgedServiceHost, "setting": bridgedHostSetting,
  ]),
  "bridged-unused-pipe": .only(bridgedUnusedPipe),
  "builder-input": .only(builderInput),
  "call-of-grpc-1": .forms([
    "blocking": blockingUnaryCall, "cancel": cancelWithPromise,
    "completion": completionUnaryCall, "message": streamMessage, "method-value": methodValue,
    "stream": streamingCall, "type": callProtocolToCallType,
  ]),
  "call-of-grpc-2": .forms([
    "addition": additionsToCalls, "async": asyncCallOfGRPC2, "future": futureCall,
    "held": heldAsyncCallOfGRPC2, "kept": callInVariable, "member": memberOfKeptCall,
    "method-value": asyncMethodValue, "payload": payloadToSerializers, "raw": rawCall,
    "request": requestsOfAWriter,
  ]),
  "case-path": .forms([
    "extract": extractOfCase, "of-case": casePathOfCase, "operator": casePathOperator,
    "question": casePathQuestion, "root": casePathRoot, "scope": casePathOfScope,
    "type": casePathType,
  ]),
  "characters-of-string": .only(charactersOfString),
  "client-of-grpc-1": .forms([
    "base": clientBase, "channel": channelConstruction, "conformance": clientConformance,
    "construction": clientConstruction, "setting": clientSetting,
  ]),
  "client-of-grpc-2": .forms([
    "alias": clientBehindAlias, "configured": configuredConnectionToClient,
    "connection": connectionToClient, "connectivity": connectivityOfConnection,
    "errors": loggedErrors, "factory": factoryOfClients, "generated": generatedClientOfGRPC2,
    "pool": channelPoolToClient,
    "pool-type": additionsToPool, "security": securityOfPool, "security-type": typeOfSecurity,
    "target": targetValue,
    "target-type": targetType,
  ]),
  "client-options-to-config": .only(clientOptionsToConfig),
  "concrete-client-to-interface": .only(concreteClientToInterface),
  "dependency-client": .only(dependencyClient),
  "effect-of-nothing": .only(effectOfNothing),
  "effect-of-publisher": .only(effectOfPublisher),
  "effects-cancelled": .only(effectsCancelled),
  "error-type-to-code": .forms([
    "deadlineExceeded": errorTypeToCode(["deadlineExceeded"]),
    "noConnection": errorTypeToCode(["unavailable", "deadlineExceeded", "resourceExhausted"]),
    "resourceExhausted": errorTypeToCode(["resourceExhausted"]),
    "unimplemented": errorTypeToCode(["unimplemented"]),
  ]),
  "grpc-over-session": .only(grpcOverSession),
  "headers-of-grpc-1": .forms([
    "add": metadataAdd, "empty": emptyMetadata, "read": metadataRead, "type": metadataType,
    "value": metadataToCallOptions,
  ]),
  "headers-to-metadata": .only(headersToMetadata),
  "interceptor-of-connect": .forms([
    "class": interceptorToClass, "function": functionOutsideInterceptor,
    "functions": interceptorFunctions, "initializer": interceptorInitializer,
    "misspelled": misspelledHandler,
    "registration": interceptorRegistration, "without-proceed": handlerWithoutProceed,
  ]),
  "interceptor-of-grpc-2": .only(interceptorOfGRPC2),
  "kitura-route": .only(kituraRoute),
  "locked-capture": .only(lockedCapture),
  "locked-of-connect": .only(lockedOfLibrary),
  "memberwise-init-to-with": .only(memberwiseInitToWith),
  "options-of-grpc-2": .forms([
    "compression": messageEncodingToCompression, "headers": customMetadataToVariable,
    "init": callOptionsToDefaults, "other": optionWithoutSuccessor,
    "time-limit": timeLimitToTimeout,
  ]),
  "provider-conformance": .only(providerConformance),
  "provider-of-grpc-2": .forms([
    "async-context": contextOfGRPC2, "conformance": providerOfGRPC2, "context": contextToMetadata,
    "descriptor": descriptorOfGRPC2, "request": requestOfContext, "send": sendToWrite,
    "stream-type": asyncStreamType, "written": providerWrittenByHand,
  ]),
  "request-copy": .only(requestCopy),
  "server-of-grpc-1": .forms([
    "completion": serverCompletion, "construction": serviceServerToServer,
    "logging": serverLogging, "nested": serverInsideServer,
    "provider-name": serviceProviderName, "start": serviceServerStart, "stop": serverStop,
    "type": serviceServerType,
  ]),
  "server-of-grpc-2": .forms([
    "address": localAddressToListening, "bind": bindToServer,
    "channel-of-client": channelOfClient, "close": closeToShutdown, "on-close": onCloseToTask,
    "start": startToServer,
  ]),
  "session-to-context": .forms([
    "initial-metadata": sessionInitialMetadata, "message": sessionMessage,
    "metadata": sessionMetadata, "server": serverSessionToContext, "type": sessionToContext,
  ]),
  "status-of-grpc-1": .forms([
    "code-switch": statusCodeSwitch, "code-type": typeOfCode, "error-case": callErrorPattern,
    "error-type": errorTypeToStatus, "result": callResultToStatus,
    "result-case": resultCase, "result-member": callResultMember,
    "result-of-error": callResultOfError, "server-status": serverStatusToStatus,
    "server-type": serverStatusType,
  ]),
  "status-of-grpc-2": .forms([
    "code": successCode, "code-of-number": statusCodeOfNumber, "constant": statusConstant,
    "init": statusToError,
    "is-ok": successOfStatus, "message": messageOfStatus, "of-error": statusOfError,
    "transformable": transformableToError, "type": statusType,
  ]),
  "straight-to-grpc-2": .forms([
    "call": straightCall, "call-type": straightCallType, "code-type": straightCodeType,
    "completion": straightCompletion,
    "metadata": straightMetadata, "metadata-added": straightMetadataAdded,
    "metadata-read": straightMetadataRead,
    "result-member": straightResultMember, "result-type": straightResultType,
    "session": straightSession, "stream": straightStream,
  ]),
  "test-double": .forms([
    "call": callTestStub, "member": stubMember, "service": serviceTestStub,
    "session": sessionTestStub, "session-member": sessionStubMember,
  ]),
  "unimplemented-placeholder": .only(unimplementedPlaceholder),
  "uppercase-id": .only(uppercaseID),
]
