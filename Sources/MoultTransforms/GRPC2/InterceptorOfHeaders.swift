import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// The type of the project that sends headers with every call of a client, and the edit that declares it.
struct InterceptorOfHeaders {
  let name: String

  /// Nil if the file declares it already.
  let declaration: Edit?

  /// - Throws: `Refusal` if every name for it is taken.
  init(for file: FileContext) throws(Refusal) {
    for name in ["MetadataInterceptor", "ClientMetadataInterceptor"] {
      if isDeclared(name, in: file.tree) {
        (self.name, declaration) = (name, nil)
        return
      }
      let module = file.model.module(ofFile: file.source.path)
      guard module.flatMap({ file.model.symbol(named: "\($0).\(name)") }) == nil,
        !file.tree.tokens.indices.contains(where: {
          file.tree.text(of: TokenID(rawValue: UInt32($0))) == name
        })
      else { continue }
      self.name = name
      let end = ByteOffset(file.source.bytes.count)
      declaration = Edit(end..<end, Self.text(name, file))
      return
    }
    throw Refusal(
      "send the headers with every call in a 'ClientInterceptor' that you pass to 'GRPCClient(transport:interceptors:)'"
    )
  }

  /// The declaration, behind everything else in the file.
  private static func text(_ name: String, _ file: FileContext) -> String {
    let step = file.step
    let lines = [
      "", "/// Sends headers with every call that does not send them itself.",
      "private struct \(name): ClientInterceptor {", "\(step)let metadata: Metadata", "",
      "\(step)func intercept<Input: Sendable, Output: Sendable>(",
      "\(step)\(step)request: StreamingClientRequest<Input>,",
      "\(step)\(step)context: ClientContext,",
      "\(step)\(step)next: (StreamingClientRequest<Input>, ClientContext) async throws -> StreamingClientResponse<Output>",
      "\(step)) async throws -> StreamingClientResponse<Output> {",
      "\(step)\(step)var request = request",
      "\(step)\(step)let own = Set(request.metadata.map { $0.key.lowercased() })",
      "\(step)\(step)request.metadata.add(contentsOf: metadata.filter { !own.contains($0.key.lowercased()) })",
      "\(step)\(step)return try await next(request, context)", "\(step)}", "}", "",
    ]
    let isClosed = file.source.bytes.last.map(\.isLineBreak) ?? true
    return (isClosed ? "" : file.lineEnding) + lines.joined(separator: file.lineEnding)
  }
}

/// Whether a file declares the interceptor that an earlier fix has written.
private func isDeclared(_ name: String, in tree: SyntaxTree) -> Bool {
  tree.root.children.contains { type in
    type.kind == .structDecl && type.name == name
      && type.inheritedTypes.contains { $0.name == "ClientInterceptor" }
      && type.members.contains { member in
        member.kind == .variableDecl
          && member.bindings.contains { binding in
            binding.child(.identifierPattern)?.name == "metadata"
              && binding.annotatedType?.text == "Metadata"
          }
      }
  }
}
