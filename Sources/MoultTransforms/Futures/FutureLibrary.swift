import MoultMatching
import MoultSource
import MoultSyntax

/// How futures of a library begin, and what they become.
struct FutureLibrary {
  /// Whether a member access such as `call.response` is a future of the library.
  let isFuture: (Node, FileContext) -> Bool

  /// Returns the edits that make the call behind such a future something to await; nil if the call has no such form.
  let edits: (_ call: Node, FileContext) throws(Refusal) -> [Edit]?

  /// What a person does where nothing can be rewritten.
  let nextStep: String
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
