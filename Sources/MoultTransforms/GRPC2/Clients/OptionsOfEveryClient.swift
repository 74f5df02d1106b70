import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The options that every client of a service is told for all its calls, by one constant of the project.
///
/// In grpc-swift 2 each call is given them that says nothing of its own. The clients lose them once every call does.
struct OptionsOfEveryClient {
  private let constant: Symbol

  /// - Parameter owner: a generated client or its protocol.
  static func judged(_ owner: Symbol, _ file: FileContext) -> OptionsOfEveryClient? {
    // Who makes a client is asked of the whole project.
    guard file.calls.isMentioned("defaultCallOptions") else { return nil }
    return file.calls.answer(about: owner) { OptionsOfEveryClient(owner, file) }
  }

  private init?(_ owner: Symbol, _ file: FileContext) {
    guard let kind = GeneratedClientKind(of: owner) else { return nil }
    let clients = ClientsOfAProject(file) {
      $0.module == owner.module && GeneratedClientKind(generated: $0)?.stem == kind.stem
    }
    guard let calls = clients.calls(file), let first = calls.first,
      !clients.areMadeForGRPC2(file),
      let constant = Self.constant(givenBy: first.call, first.file),
      calls.allSatisfy({ Self.constant(givenBy: $0.call, $0.file) == constant })
    else { return nil }
    self.constant = constant
  }

  /// The static constant of options without headers that a client is given; nil for all else.
  private static func constant(givenBy client: CallExpr, _ file: FileContext) -> Symbol? {
    guard let value = client.argument(labeled: "defaultCallOptions")?.expression?.node,
      let member = MemberAccess(value), member.base.map({ $0.node.name == "CallOptions" }) ?? true,
      let constant = file.semantics.symbol(of: value) ?? added(member.name, file),
      constant.kind == .property,
      let declaration = constant.declaration,
      let variable = VariableDecl(of: declaration.nearest(.variableDecl)),
      variable.introducer == .let, variable.node.modifierNames.contains("static"),
      let home = file.context(of: declaration),
      let owner = variable.node.ancestors.first(where: isTypeOrExtension),
      owner.kind == .extensionDecl, owner.subjectType?.name == "CallOptions",
      let made = variable.bindings.only?.value?.node,
      !made.descendants().contains(where: { $0.name == "customMetadata" })
    else { return nil }
    if home.semantics.symbol(of: made)?.parent?.qualifiedName == "GRPC.CallOptions" {
      guard (try? OptionSettings(made, home)) != nil else { return nil }
      return constant
    }
    // An earlier fix has made them those of grpc-swift 2.
    return made.text.contains("CallOptions.defaults") ? constant : nil
  }

  /// What the project has added to options of either era: those of grpc-swift 1 lack what is written for 2 by now.
  private static func added(_ name: String, _ file: FileContext) -> Symbol? {
    ["GRPCCore.CallOptions", "GRPC.CallOptions"].lazy
      .compactMap { file.model.symbol(named: $0) }
      .flatMap { file.model.declaredMembers(of: $0, named: name) }
      .first { $0.isOfProject }
  }

  /// What a call is given in a file; nil where the constant cannot be named.
  func argument(in file: FileContext) -> CodeArgument? {
    guard constant.module == file.semantics.module,
      let declaration = constant.declaration,
      let variable = declaration.nearest(.variableDecl),
      let owner = variable.ancestors.first(where: isTypeOrExtension)
    else { return nil }
    let isPrivate = (variable.modifierNames + owner.modifierNames).contains {
      $0 == "private" || $0 == "fileprivate"
    }
    guard !isPrivate || declaration.tree === file.tree else { return nil }
    return CodeArgument("options", .member(nil, constant.name))
  }
}
