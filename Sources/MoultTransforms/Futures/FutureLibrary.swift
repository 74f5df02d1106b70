import MoultMatching
import MoultRewriting
import MoultSyntax

/// How futures of a library begin, and what they become.
struct FutureLibrary {
  /// Whether a member access such as `call.response` is a future of the library.
  let isFuture: (Node, FileContext) -> Bool

  /// Returns what is awaited in place of the call behind such a future; nil if the call has no such form.
  let code: (_ call: Node, FileContext) throws(Refusal) -> Code?

  /// What a person does where nothing can be rewritten.
  let nextStep: String

  /// The same as `code` for a task that must not keep the object which has the client; nil if the call needs more of that.
  var apart: (_ call: Node, FileContext) throws(Refusal) -> CallApart? = {
    (_, _) throws(Refusal) in nil
  }

  /// Whether a future that is not understood, or that a function of the project gives, may be asked by `get()`.
  var isAsked: (Node) -> Bool = { _ in false }
}

extension FutureLibrary {
  /// What is awaited in a task, and the client in the task's list of captures.
  struct CallApart {
    let capture: String
    let code: Code

    /// Whether the call needs something else of the object that has the client.
    let needsOwner: Bool
  }
}

/// A method of `EventLoopFuture` that makes a future of a future.
enum FutureStep: String {
  case map, flatMap, flatMapThrowing, flatMapError, flatMapErrorThrowing, recover, hop

  init?(_ name: String) { self.init(rawValue: name) }

  /// Whether its closure is given an error.
  var takesError: Bool {
    switch self {
    case .flatMapError, .flatMapErrorThrowing, .recover: true
    case .map, .flatMap, .flatMapThrowing, .hop: false
    }
  }

  /// Whether its closure gives a future.
  var givesFuture: Bool { self == .flatMap || self == .flatMapError }
}
