import MoultMatching
import MoultRewriting

/// The event loops that connections and servers of grpc-swift 1 run on, as the project's options say.
enum EventLoopsOfGRPC1 {
  /// NIO's own group, which lives as long as the program.
  case singleton
  /// One that grpc-swift makes: of Network.framework where there is one, else of NIO; nobody shuts it down.
  case platform
  /// One that a person names, who knows when it ends.
  case own

  /// Where grpc-swift 2 is the target, none is the platform's, as `PlatformSupport` went with grpc-swift 1.
  init(_ file: FileContext) {
    switch file.options.text("grpc-swift.event-loop-group") {
    case "platform": self = file.runs(ruleOfServicesOfGRPC2) ? .singleton : .platform
    case "own": self = .own
    default: self = .singleton
    }
  }

  /// The group.
  var code: Code {
    switch self {
    case .singleton: .library("NIOPosix.MultiThreadedEventLoopGroup.singleton")
    case .platform:
      Code.library("GRPC.PlatformSupport").calling(
        "makeEventLoopGroup", [CodeArgument("loopCount", .word("1"))])
    case .own: .placeholder("event loop group")
    }
  }

  /// What a person who names a group sees to.
  static let lifetime =
    "the group must outlive all that runs on it, and 'syncShutdownGracefully()' ends it after the last of that"

  /// The modules that the code needs.
  var imports: Set<String> { self == .singleton ? ["NIOPosix"] : [] }
}
