import MoultMatching

/// Which of the two kinds of providers that grpc-swift 1 generates a project moves to.
enum ServerStyle {
  /// `X_YProvider`, whose methods give futures.
  case futures
  /// `X_YAsyncProvider`, whose methods are `async`.
  case async

  init(_ options: OptionValues) {
    self = options.text("grpc-swift.server-style") == "async" ? .async : .futures
  }
}
