import MoultMatching
import MoultProto

/// A service that shows only by how the project's code uses its types.
struct PresumedService {
  let stem: String

  /// By the names of the functions.
  var methods: [String: PresumedMethod] = [:]

  /// The methods whose kind is known, as the generator is told them.
  var generated: GeneratedService {
    GeneratedService(
      name: stem,
      methods: methods.sorted { $0.key < $1.key }.compactMap { name, method in
        method.generated(calledAs: name)
      })
  }

  /// The declarations of the methods of which nothing tells what kind they are, as text, for each protocol of a client.
  ///
  /// They take what the calls give them, and return a call that is of no known type.
  var unknownMethods: String {
    let functions = methods.sorted { $0.key < $1.key }.flatMap { name, method in
      method.generated(calledAs: name) == nil ? method.shapes.sorted() : []
    }
    if functions.isEmpty { return "" }
    let members = functions.map { "  public \($0)\n" }.joined()
    return ["ClientProtocol", "AsyncClientProtocol"]
      .map { "extension \(stem)\($0) {\n\(members)}\n" }.joined()
  }
}

extension PresumedService {
  /// The names of the messages, as far as something says them.
  var messages: Set<String> {
    methods.values.reduce(into: []) { $0.formUnion($1.requests.union($1.responses)) }
  }

  /// The types of grpc-swift 2, as far as they have no methods.
  var typesOfGRPC2: String {
    """
    public enum \(stem) {
      public protocol ClientProtocol {}
      public struct Client<Transport>: \(stem).ClientProtocol where Transport: GRPCCore.ClientTransport {
        public init(wrapping client: GRPCCore.GRPCClient<Transport>)
      }
    }

    """
  }
}

/// What calls, handlers and interceptors tell of a method.
struct PresumedMethod {
  /// What each place says that tells a kind; several contradict each other.
  var kinds: Set<ProtoMethod.Kind> = []

  /// The names of types that are written for the request and the response.
  var requests: Set<String> = []
  var responses: Set<String> = []

  /// The forms in which it is called, each as the declaration of a function.
  var shapes: Set<String> = []

  /// Whether a call names its function, and not `make…Call` alone, which says words in camel case: `ResolveIp` of `ResolveIP`.
  var isCalledByName = false

  /// Whether a call of it cannot be of any kind.
  var isOdd = false

  /// Returns the method, if all agree on its kind and the generator would call its function so.
  func generated(calledAs function: String) -> GeneratedMethod? {
    let plain = function.prefix(1).uppercased() + function.dropFirst()
    let name = isCalledByName ? plain : spelled(plain)
    guard let kind = kinds.first, kinds.count == 1, !isOdd,
      !isCalledByName
        || swiftFunctionName(ofMethod: name, era: .v1).filter({ $0 != "`" }) == function
    else { return nil }
    return GeneratedMethod(
      name: name, request: requests.count == 1 ? requests.first ?? "" : unseenMessage,
      response: responses.count == 1 ? responses.first ?? "" : unseenMessage, kind: kind)
  }

  /// A method's name as its messages spell it: `ResolveIP` where the request is a `Acme_ResolveIPRequest`.
  private func spelled(_ name: String) -> String {
    let messages = requests.union(responses).sorted().map { message in
      message.split { $0 == "_" || $0 == "." }.last.map(String.init) ?? message
    }
    let known = messages.first { $0.lowercased().hasPrefix(name.lowercased()) }
    return known.map { String($0.prefix(name.count)) } ?? name
  }
}
