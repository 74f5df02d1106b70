import Foundation
import SwiftGRPC

/// What is written about a call: a view of the session that no handler has to know.
struct CallNote {
  let trace: String
  let agent: String?

  init(_ session: ServerSession) {
    trace = session.requestMetadata["x-trace"] ?? UUID().uuidString
    agent = session.requestMetadata["user-agent"]
  }
}

final class CallLog {
  private let write: (String) -> Void

  init(write: @escaping (String) -> Void) {
    self.write = write
  }

  func began(_ method: String, _ session: ServerSession) {
    let note = CallNote(session)
    write("\(note.trace) \(method) \(note.agent ?? "-")")
  }

  func ended(_ method: String, with status: ServerStatus) {
    write("\(method) \(status.code) \(status.message)")
  }
}
