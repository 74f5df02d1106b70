import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Why headers stay those of HTTP/2, with all that they go through; nil where nothing keeps them.
///
/// An interceptor that is left to a person handles them, or a function takes them from code without gRPC as well. Otherwise what
/// they share with other code would be given both `HPACKHeaders` and `Metadata`.
///
/// - Parameter mention: the type as it is written, or an expression that makes or names headers.
/// - Complexity: O(*n*) in the uses of what the headers go through.
func refusalOfHeadersThatStay(_ mention: Node, _ file: FileContext) -> Refusal? {
  if let own = interceptorThatStays(around: mention, file) { return refusal(ofHeadersIn: own) }
  let named = mention.kind == .declReference ? file.semantics.symbol(of: mention) : nil
  guard let named else { return refusal(ofHeadersFrom: mention, file) }
  return file.others.answer(about: named) {
    WayOfHeaders(refusal: refusal(ofHeadersFrom: mention, file))
  }.refusal
}

private struct WayOfHeaders {
  let refusal: Refusal?
}

/// What keeps headers as they are on the way that they go.
private func refusal(ofHeadersFrom mention: Node, _ file: FileContext) -> Refusal? {
  let flow = ValueFlow(of: mention, along: .init(types: ["NIOHPACK.HPACKHeaders"]), file)
  for (value, home) in flow.wholes {
    if let interceptor = interceptorThatStays(around: value, home) {
      return refusal(ofHeadersIn: interceptor)
    }
    if let function = functionWithoutGRPC(takingMade: value, home) {
      let line = value.tree.source.lines.line(of: value.range.lowerBound)
      return Refusal(
        "'\(function.name)' is given headers of HTTP/2 in \(value.tree.source.path):\(line) as well: write one of its own for 'Metadata'; then run the fix again"
      )
    }
  }
  return nil
}

private func refusal(ofHeadersIn interceptor: Symbol) -> Refusal {
  let base = interceptor.declaration?.inheritedTypes.first
  let place = base.map {
    RelatedPlace(
      path: $0.tree.source.path, range: $0.mainToken.range,
      message: "the interceptor is declared here")
  }
  return Refusal(
    "first migrate the interceptor '\(interceptor.name)', which handles these headers; they are 'Metadata' in grpc-swift 2",
    related: place.map { [$0] } ?? [])
}

private func interceptorThatStays(around node: Node, _ file: FileContext) -> Symbol? {
  node.ancestors.lazy.filter { $0.kind == .classDecl || $0.kind == .extensionDecl }
    .compactMap { typeOfOwner($0, file) }.first { isInterceptorThatStays($0, file) }
}

/// Also once the import is rewritten: the interceptors of grpc-swift 2 have no messages for arguments.
private func isInterceptorThatStays(_ type: Symbol, _ file: FileContext) -> Bool {
  guard let declaration = type.declaration, declaration.kind == .classDecl,
    let home = file.context(of: declaration),
    let base = declaration.inheritedTypes.first.flatMap({ NamedType($0) }),
    base.genericArguments?.node.children.count == 2
  else { return false }
  return SideOfInterceptors(base: base.name) != nil
    && InterceptorFamily.judged(type, home) == nil
    && InterceptorsOfLists.judged(type, home) == nil
}

/// The function of a file without gRPC that code without gRPC gives headers which it has made.
private func functionWithoutGRPC(takingMade value: Node, _ file: FileContext) -> Symbol? {
  func isWithoutGRPC(_ file: FileContext) -> Bool {
    Set(file.tree.importedModules).isDisjoint(with: ["GRPC", "GRPCCore"])
  }
  guard isWithoutGRPC(file), let taken = file.parameter(taking: value),
    let home = file.context(of: taken), isWithoutGRPC(home),
    let made = CallExpr(of: LocalVariable(named: value.operand ?? value, file)?.value ?? value),
    made.called?.node.name == "HPACKHeaders"
  else { return nil }
  return taken.ancestors.first { FunctionDecl($0) != nil || InitializerDecl($0) != nil }
    .flatMap { home.semantics.symbol(of: $0) }
}
