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

  private func decorated(_ text: String, _ code: String) -> String {
    switch self {
    case .plain: text
    case .colored: "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
  }
}
