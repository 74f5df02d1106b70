import MoultFindings
import MoultMatching

/// The rule that turns providers of grpc-swift 1 into services of 2.
let ruleOfServicesOfGRPC2 = RuleID("grpc-swift.async-provider")

/// Which of the two kinds of providers that grpc-swift 1 generates a project moves to.
enum ServerStyle {
  /// `X_YProvider`, whose methods give futures.
  case futures
  /// `X_YAsyncProvider`, whose methods are `async`.
  case async

  /// What the project's options say.
  ///
  /// Where they say nothing it is futures, unless the way goes on to grpc-swift 2, whose services are `async`.
  init(_ file: FileContext) {
    switch file.options.text("grpc-swift.server-style") {
    case "async": self = .async
    case nil: self = file.runs(ruleOfServicesOfGRPC2) ? .async : .futures
    default: self = .futures
    }
  }
}
