import Foundation
import GRPC

/// What is written about a call: a view of the session that no handler has to know.
struct CallNote {
  let trace: String
  let agent: String?

  init(_ session: ServerCallContext) {
    trace = session.headers.first(name: "x-trace") ?? UUID().uuidString
    agent = session.headers.first(name: "user-agent")
  }
}

final class CallLog {
  private let write: (String) -> Void

  init(write: @escaping (String) -> Void) {
    self.write = write
  }

  func began(_ method: String, _ session: ServerCallContext) {
    let note = CallNote(session)
    write("\(note.trace) \(method) \(note.agent ?? "-")")
  }

  func ended(_ method: String, with status: GRPCStatus) {
    write("\(method) \(status.code) \((status.message ?? ""))")
  }
}
