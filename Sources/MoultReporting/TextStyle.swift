import MoultFindings

/// How text is decorated for a terminal.
package enum TextStyle: Sendable {
  case plain
  case colored

  func strong(_ text: String) -> String { decorated(text, "1") }

  func faint(_ text: String) -> String { decorated(text, "2") }

  func severity(_ severity: Severity, _ text: String) -> String {
    switch severity {
    case .note: decorated(text, "1;36")
    case .warning: decorated(text, "1;33")
    case .error: decorated(text, "1;31")
    }
  }

  /// Returns a unified difference with what goes in red and what comes in green.
  package func difference(_ text: [UInt8]) -> [UInt8] {
    guard self == .colored else { return text }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let colored = lines.map { line -> [UInt8] in
      let code: String? =
        if line.starts(with: "+++".utf8) || line.starts(with: "---".utf8) {
          "1"
        } else {
          switch line.first {
          case UInt8(ascii: "+"): "32"
          case UInt8(ascii: "-"): "31"
          case UInt8(ascii: "@"): "36"
          default: nil
          }
        }
      guard let code else { return Array(line) }
      return Array("\u{1B}[\(code)m".utf8) + line + Array("\u{1B}[0m".utf8)
    }
    return Array(colored.joined(separator: [0x0A]))
  }

  private func decorated(_ text: String, _ code: String) -> String {
    switch self {
    case .plain: text
    case .colored: "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
  }
}
