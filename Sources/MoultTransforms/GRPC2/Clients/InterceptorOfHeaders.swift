import MoultMatching
import MoultRewriting
import MoultSyntax

/// The type of the project that sends headers with every call of a client.
struct InterceptorOfHeaders {
  var name: String { place.name }

  private let place: NameAtEndOfFile

  /// - Throws: `Refusal` if every name for it is taken.
  init(for file: FileContext) throws(Refusal) {
    let names = ["MetadataInterceptor", "ClientMetadataInterceptor"]
    guard let place = NameAtEndOfFile(names, in: file, isOwn: isInterceptorOfHeaders) else {
      throw Refusal(
        "send the headers with every call in a 'ClientInterceptor' that you pass to 'GRPCClient(transport:interceptors:)'"
      )
    }
    self.place = place
  }

  /// Declares it behind everything else in the file.
  func declare(_ editor: inout SyntaxEditor) {
    guard !place.isDeclared else { return }
    editor.insertAtEndOfFile([
      .quoted(
        type: "private struct \(name): GRPCCore::ClientInterceptor { "
          + "let metadata: GRPCCore::Metadata }",
        [intercept],
        documentation: "Sends headers with every call that does not send them itself.")
    ])
  }

  private var intercept: Code {
    let missing = Code.quoted("metadata.filter { !own.contains($0.key.lowercased()) }")
    let added = Code.quoted(
      items:
        "let own = Swift::Set(request.metadata.map { $0.key.lowercased() }); "
        + "request.metadata.add(contentsOf: \(missing))"
    )
    return interceptMethod([changedRequest] + added + [.returned(answerOfNext)])
  }
}

/// Whether a type is the interceptor that an earlier fix has written.
private func isInterceptorOfHeaders(_ type: Node) -> Bool {
  type.kind == .structDecl && type.inheritedTypes.contains { $0.name == "ClientInterceptor" }
    && type.members.contains { member in
      member.kind == .variableDecl
        && member.bindings.contains { binding in
          binding.child(.identifierPattern)?.name == "metadata"
            && binding.annotatedType?.name == "Metadata"
        }
    }
}
