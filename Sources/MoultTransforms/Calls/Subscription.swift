import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What is asked of a call's futures in place of its completion handler.
struct Subscription {
  let future: Future
  let handler: Handler

  /// What the handler waits for.
  enum Future {
    /// How the call ended.
    case status
    /// The reply, or the error in its place.
    case response
    /// The reply, nil where there is none, and how the call ended.
    case both
  }

  /// What is called.
  enum Handler {
    /// A closure of the source.
    case kept(Node)
    case new(ClosureCode)
  }

  /// Whether the call is named twice.
  var namesCall: Bool { future == .both }

  /// What is asked of the call.
  func code(of call: Code) -> Code {
    let asked =
      switch future {
      case .status: call.member("status").member("whenSuccess")
      case .response: call.member("response").member("whenComplete")
      case .both: both(of: call).member("whenSuccess")
      }
    return switch handler {
    case .kept(let closure): .form(.trailed(asked, closure))
    case .new(let closure): .call(asked, [], trailing: [closure])
    }
  }

  private func both(of call: Code) -> Code {
    .quoted("\(call).response.map { Optional($0) }.recover { _ in nil }.and(\(call).status)")
  }
}

extension ClosureCode {
  /// A closure that calls a function which was passed on: a method of a class says whose it is.
  init(calling function: Node, with arguments: [String], _ file: FileContext) {
    var called = Code.kept(function)
    if function.kind == .declReference, let symbol = file.semantics.symbol(of: function),
      symbol.parent?.kind.isType == true, !symbol.isStatic
    {
      called = Code.word("self").member(function.name)
    }
    var labels: [String?] = []
    if let symbol = file.semantics.symbol(of: function), symbol.kind == .function,
      called != .kept(function) || !function.text.hasSuffix(")")
    {
      labels = symbol.parameterLabels
    }
    if labels.count != arguments.count { labels = arguments.map { _ in nil } }
    if file.semantics.type(of: function).isOptional { called = .postfix(called, "?") }
    self.init([
      .call(called, zip(labels, arguments).map { CodeArgument($0, .word($1)) })
    ])
  }
}
