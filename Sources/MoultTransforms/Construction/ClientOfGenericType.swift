import MoultMatching
import MoultSemantics
import MoultSyntax

/// What a person does about a client whose type is a generic parameter, where grpc-swift 2 is the target; nil where the parameter
/// is that of a function which makes one client of it and returns that, as such a function goes on to grpc-swift 2.
///
/// - Parameter parameter: in the declaration of a type or of a function.
func stepOfGenericClient(_ parameter: Node, _ file: FileContext) -> String? {
  guard keepsMetadata(file), parameter.kind == .genericParameter,
    let owner = parameter.parent?.parent
  else { return nil }
  if let function = FunctionDecl(owner), owner.genericParameters == [parameter] {
    let names = owner.descendants.filter { node in
      [.identifierType, .declReference].contains(node.kind) && node.name == parameter.name
    }
    let makesOne = names.contains { CallExpr(of: $0.parent)?.called?.node == $0 }
    if names.count == 2, makesOne, function.returnType.map(names.contains) == true { return nil }
  }
  return
    "let '\(owner.name)' take a closure that makes a '\(parameter.name)' of a 'GRPCClient', such as '{ X.Client(wrapping: $0) }': the clients of grpc-swift 2 share no superclass, and no protocol has their initialiser"
}

/// The same for the type that a call makes a client of by the name of a generic parameter, or by its `init`.
func stepOfGenericClient(madeBy call: CallExpr, _ file: FileContext) -> String? {
  guard let called = call.called?.node else { return nil }
  let name = called.kind == .memberAccess && called.name == "init" ? called.base : called
  guard let name, let symbol = file.semantics.symbol(of: name), symbol.kind == .genericParameter,
    let parameter = symbol.declaration, parameter.tree === file.tree
  else { return nil }
  return stepOfGenericClient(parameter, file)
}
