import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A method of a service as a provider of grpc-swift 0 writes it: its last parameter is the session.
struct ProviderMethod {
  let declaration: Node
  let kind: SessionKind
  let messages: SessionMessages

  /// The parameter `session: X_YMSession`.
  let parameter: Node

  /// The session in the body; nil if it has no name there.
  let session: Symbol?

  /// The name by which the body will speak of the context.
  let contextName: String
  let style: ServerStyle

  /// - Parameter sessionType: the type of the last parameter.
  /// - Returns: nil if the function around it is no method of a generated provider.
  init?(sessionType: Node, _ file: FileContext) {
    guard let parameter = sessionType.parent, parameter.kind == .parameter,
      parameter.externalName == "session", parameter.parameterType == sessionType,
      let declaration = sessionType.ancestors.first(where: { $0.kind == .functionDecl }),
      declaration.parameters.last == parameter,
      let symbol = file.semantics.symbol(of: sessionType),
      let kind = SessionKind(symbol, file.model),
      let requirement = providerMethod(with: symbol, file.model),
      requirement.name == declaration.name,
      requirement.parameterLabels == declaration.parameters.map(\.externalName),
      let messages = SessionMessages(of: symbol, kind, file.model)
    else { return nil }
    self.declaration = declaration
    self.kind = kind
    self.messages = messages
    self.parameter = parameter
    style = ServerStyle(file)
    session = file.semantics.symbol(of: parameter)
    let name = parameter.internalName
    let isFree =
      name == "session"
      && file.freeName(["context"], around: declaration.body ?? parameter) != nil
    contextName = isFree || name == "_" || name.isEmpty ? "context" : name
  }

  /// The method around a node of its body, not of a function within it.
  init?(around node: Node, _ file: FileContext) {
    let functions = node.ancestors.filter { $0.kind == .functionDecl }
    for function in functions {
      guard let type = function.parameters.last?.parameterType,
        let method = ProviderMethod(sessionType: type, file)
      else { continue }
      self = method
      return
    }
    return nil
  }

  /// The name of a method as generators before grpc-swift 0.4 had it, in lower case, and the one that they gave it since.
  ///
  /// - Parameter sessionType: the type of the last parameter.
  /// - Returns: nil where the method has the newer name, or is none of a provider.
  static func names(sessionType: Node, _ file: FileContext) -> (old: String, new: String)? {
    guard let parameter = sessionType.parent, parameter.kind == .parameter,
      parameter.externalName == "session",
      let declaration = sessionType.ancestors.first(where: { $0.kind == .functionDecl }),
      declaration.parameters.last == parameter,
      let session = file.semantics.symbol(of: sessionType),
      let requirement = providerMethod(with: session, file.model),
      requirement.name != declaration.name, requirement.name.lowercased() == declaration.name
    else { return nil }
    return (declaration.name, requirement.name)
  }

  var name: String { declaration.name }

  /// The context, as the body will speak of it.
  var context: Code { .word(contextName) }

  /// The promise that ends the call.
  var promise: Code { context.member(promiseName) }

  var promiseName: String { kind == .clientStreaming ? "responsePromise" : "statusPromise" }

  var imports: Set<String> { style == .async ? [] : ["NIOCore"] }

  /// The uses of the session in the body.
  func sessionUses(_ file: FileContext) -> [Node] {
    guard let session else { return [] }
    return file.semantics.references(to: session).filter {
      $0 != parameter && $0.kind == .declReference && $0.isInside(declaration)
    }
  }

  /// The changes that make it a method of grpc-swift 1, but for its body: the parameters, the result, and the session's name.
  func head(_ file: FileContext) -> SyntaxEditor {
    var editor = file.editor
    editor.leave(editsOfMembers(file))
    editor.replace(element: parameter, with: parameters.map { .form(.parameter($0)) })
    if contextName != parameter.internalName {
      let stream = SessionOverAStream(self, file)
      for use in sessionUses(file) where stream?.takes(use) != true {
        editor.rename(use, to: contextName)
      }
    }
    if let function = FunctionDecl(declaration) {
      editor.sign(
        function, effects: style == .async ? ["async", "throws"] : [],
        returning: kind.result(messages, style))
    }
    return editor
  }

  /// What takes the place of the session.
  private var parameters: [ParameterCode] {
    let context = ParameterCode("context", contextName, kind.context(messages, style))
    guard style == .async else { return [context] }
    let requests = Code.generic(
      .library("GRPC.GRPCAsyncRequestStream"), [.word(messages.request)])
    let responses = Code.generic(
      .library("GRPC.GRPCAsyncResponseStreamWriter"), [.word(messages.response)])
    return (kind.streamsRequests ? [ParameterCode("requestStream", "requestStream", requests)] : [])
      + (kind.streamsResponses
        ? [ParameterCode("responseStream", "responseStream", responses)] : []) + [context]
  }
}
