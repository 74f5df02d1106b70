/// Who asks. The app's library has a type of this name; here it is the tool's own.
struct Metadata: Equatable {
  var token: String
  var user: String?

  mutating func add(key: String, value: String) {
    if key == "authorization" { token = value } else { user = value }
  }
}

/// What the tool ends with, for scripts.
enum StatusCode: Int, Equatable {
  case ok
  case missing
  case unavailable
}

/// Errors of the tool itself; `callResult` is what it printed.
struct RPCError: Error {
  var callResult: String?
}
