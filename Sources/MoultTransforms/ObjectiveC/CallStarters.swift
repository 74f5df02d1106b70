import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The methods of an extension of calls that set them up and start them, with all calls that they start.
///
/// The extension becomes one of call options, and each call is made with options of its own: one fix in all files.
struct CallStarters {
  /// What changes in each file, by path.
  private let edits: [String: [Edit]]

  /// Why somebody has to look at it.
  private let reasons: [String]

  /// - Parameter method: one of them.
  static func judged(_ method: Symbol, _ file: FileContext) throws(Refusal) -> CallStarters {
    guard let declaration = method.declaration, let home = file.context(of: declaration),
      let owner = ExtensionDecl(of: declaration.parent?.parent), let type = owner.type,
      home.semantics.symbol(of: type)?.qualifiedName == "ProtoRPC.GRPCProtoCall",
      let first = owner.members?.items.first,
      let subject = home.semantics.symbol(of: first.node)
    else {
      throw Refusal(
        "pass call options when the call is made: '\(method.name)' sets a call up that is there")
    }
    return try home.others.answer(
      about: subject,
      orRefusing: { () throws(Refusal) -> CallStarters in
        try CallStarters(owner, home)
      })
  }

  private init(_ owner: ExtensionDecl, _ home: FileContext) throws(Refusal) {
    var starters: [CallStarter] = []
    for item in (owner.members?.items).map(Array.init) ?? [] {
      guard let function = FunctionDecl(item.node),
        let method = home.semantics.symbol(of: item.node)
      else {
        throw Refusal(
          "move the methods that start a call into an extension of their own, then run the fix again"
        )
      }
      starters.append(try CallStarter(method, function, home))
    }
    try Self.check(namesOf: starters, home)
    var changes = Changes()
    for starter in starters {
      let method = starter.method
      guard home.calls.unknownUses(of: method.name).isEmpty else { throw Self.refusal(of: method) }
      for use in home.calls.uses(of: method) where FunctionDecl(use) == nil {
        guard let place = home.context(of: use) else { throw Self.refusal(of: method) }
        try changes.rewrite(callStartedBy: use, starter, place)
      }
    }
    guard let shared = changes.shared else {
      throw Refusal("remove the extension: nothing here calls its methods")
    }
    for starter in starters {
      if let hidden = shared.first(where: { starter.hides($0.name) }) {
        throw Refusal(
          "rename '\(hidden.name)' in '\(starter.method.name)', which would hide the option of that name, then run the fix again"
        )
      }
    }
    changes.change(home) { rewriting in
      if let type = owner.type {
        rewriting.editor.replace(type, with: .word("GRPCMutableCallOptions"))
      }
      for starter in starters { starter.rewrite(setting: shared, &rewriting.editor) }
    }
    edits = changes.files.mapValues(\.edits)
    reasons = settingOfAnotherHost(than: shared, home).map { [$0] } ?? []
  }

  fileprivate static func refusal(of method: Symbol) -> Refusal {
    Refusal(
      "write '\(method.name)' as a method of 'GRPCMutableCallOptions', and pass the options when a call is made: some calls that it starts are not made where they are started"
    )
  }

  /// Options must not have members of the new names, nor methods of two names become one.
  private static func check(namesOf starters: [CallStarter], _ home: FileContext) throws(Refusal) {
    var old: [String: String] = [:]
    let options = home.model.symbol(named: "GRPCClient.GRPCMutableCallOptions")
    for method in starters.map(\.method) {
      let name = nameOfOptions(madeBy: method)
      let isTaken =
        options.map { !home.model.declaredMembers(of: $0, named: name).isEmpty } ?? false
      guard !isTaken, old.updateValue(method.name, forKey: name) ?? method.name == method.name
      else {
        throw Refusal(
          "rename '\(method.name)', which would become '\(name)' of the call options, then run the fix again"
        )
      }
    }
  }

  /// The fix, as it is seen from one of its files.
  func outcome(_ file: FileContext) -> TransformOutcome {
    var consequence = Consequence()
    for (path, edits) in edits {
      if path == file.source.path {
        consequence.edits = edits
      } else {
        consequence.elsewhere[path] = edits
      }
    }
    for reason in reasons { consequence.lower(to: .review, because: reason) }
    return placeOfMany(consequence)
  }
}

/// What becomes of the calls that the methods start.
private struct Changes {
  private(set) var files: [String: BridgedRewriting] = [:]

  /// What is set for the host of every service that a call is made on, which the calls' own options have to say.
  private(set) var shared: [OptionSetting]?

  /// The properties that hold some of them.
  private var properties: Set<Symbol> = []

  mutating func change<Failure>(
    _ file: FileContext, _ body: (inout BridgedRewriting) throws(Failure) -> Void
  ) throws(Failure) {
    try body(&files[file.source.path, default: BridgedRewriting(file)])
  }

  /// Gives the call that a method starts at one place options of its own.
  mutating func rewrite(
    callStartedBy use: Node, _ starter: CallStarter, _ place: FileContext
  ) throws(Refusal) {
    let refusal = CallStarters.refusal(of: starter.method)
    guard let member = MemberAccess(use) ?? MemberAccess(of: use.parent), member.call != nil,
      let value = member.base?.node.withoutUnwrapping
    else { throw refusal }
    if value.kind == .functionCall {
      let call = try BridgedCall(value, place)
      guard call.hasObject, call.writer == nil, let started = StarterCall(on: value, place),
        !starter.givesBack || isStartedAtOnce(started.call.node)
      else { throw refusal }
      try share(optionsOfHost(ofServiceCalledBy: value, place), starter)
      return change(place) { rewriting in
        let end = starter.givesBack ? started.call.node.parent?.parent : nil
        let code = rewriting.code(call, options: started.options)
        rewriting.editor.replace(end ?? started.call.node, with: code.calling("start"))
      }
    }
    guard !starter.givesBack, let variable = place.semantics.symbol(of: value) else {
      throw refusal
    }
    if variable.kind == .property {
      guard properties.insert(variable).inserted else { return }
      let calls = try KeptCalls(variable, place)
      let owner = starter.method.declaration?.parent
      guard calls.starters.allSatisfy({ $0.declaration?.parent == owner }) else { throw refusal }
      for making in calls.makings {
        try share(optionsOfHost(ofServiceCalledBy: making, place), starter)
      }
      return try change(place) { rewriting throws(Refusal) in try calls.rewrite(&rewriting) }
    }
    guard let making = variable.binding?.initialValue else { throw refusal }
    let call = try LocalCall(BridgedCall(making, place), place)
    try share(optionsOfHost(ofServiceCalledBy: making, place), starter)
    try change(place) { rewriting throws(Refusal) in try call.rewrite(&rewriting) }
  }

  private mutating func share(
    _ options: [OptionSetting], _ starter: CallStarter
  ) throws(Refusal) {
    guard shared.map({ $0.map(\.name) == options.map(\.name) }) ?? true else {
      throw Refusal(
        "write '\(starter.method.name)' as a method of 'GRPCMutableCallOptions', one for each host: different things are set for the hosts of the calls"
      )
    }
    shared = options
  }
}

/// Turns `extension GRPCProtoCall { … }` into one of call options, where its methods set calls up and start them; the class and
/// what is set at any other place are left to a person.
package func bridgedCallStarters(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let owner = match.node.ancestors.lazy.compactMap({ ExtensionDecl($0) }).first,
    let first = owner.members?.items.first, let method = file.semantics.symbol(of: first.node)
  else { return .manual() }
  do throws(Refusal) {
    return try CallStarters.judged(method, file).outcome(file)
  } catch {
    if owner.type == match.node { throw error }
    return .manual()
  }
}
