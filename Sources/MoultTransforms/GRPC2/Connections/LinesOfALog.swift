import MoultMatching
import MoultSyntax

/// Whether a function has nothing in it but lines for a log.
func onlyLogs(_ member: Node) -> Bool {
  guard let function = FunctionDecl(member), let body = function.body else { return false }
  return onlyLogs(body.items.map(\.node))
}

/// Whether statements are nothing but lines for a log.
func onlyLogs(_ items: [Node]) -> Bool {
  items.allSatisfy { item in
    guard let call = CallExpr(item), call.trailingClosures.isEmpty,
      !item.descendants.contains(where: {
        [.closure, .assignment, .tryExpr, .awaitExpr, .inOut].contains($0.kind)
          || $0.kind == .functionCall && $0 != item && $0.callee?.text != "String"
      })
    else { return false }
    switch call.called {
    case .name(let name): return ["print", "debugPrint", "NSLog", "os_log"].contains(name.name)
    case .member(let member):
      guard let log = member.base.flatMap({ NameExpr($0.node) }) else { return false }
      return isLog(log.name) && levels.contains(member.name)
    default: return false
    }
  }
}

/// Whether a name says that it is a log: `logger`, `eventLog`, but neither `dialog` nor `catalog`.
private func isLog(_ name: String) -> Bool {
  ["log", "logger"].contains(name) || ["Log", "Logger"].contains(where: name.hasSuffix)
}

/// What a log is called by; nothing that keeps lines for the program.
private let levels: Set<String> = [
  "critical", "debug", "error", "fault", "info", "log", "notice", "trace", "verbose", "warn",
  "warning",
]
