import Foundation
import MoultReporting

/// The streams of the process.
enum Terminal {
  static func write(_ text: String) {
    // A large report is not copied once more.
    if text.utf8.withContiguousStorageIfAvailable({ write($0, to: STDOUT_FILENO) }) != nil {
      return
    }
    write(Array(text.utf8), to: STDOUT_FILENO)
  }

  static func write(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }

  /// Writes a line to the error stream, or a part of one.
  static func complain(_ text: String, endingLine: Bool = true) {
    write(Array((endingLine ? text + "\n" : text).utf8), to: STDERR_FILENO)
  }

  /// Ends the process at once: nothing is buffered, and what other threads are still at must not be taken apart below them.
  static func exit(_ verdict: Verdict) -> Never { _exit(Int32(verdict.rawValue)) }

  /// Returns how to decorate what goes to the output stream.
  static func style(_ choice: ColorChoice) -> TextStyle {
    switch choice {
    case .always: return .colored
    case .never: return .plain
    case .auto:
      let isUnwanted =
        !(Surroundings.variable("NO_COLOR") ?? "").isEmpty
        || Surroundings.variable("TERM") == "dumb"
      return isatty(STDOUT_FILENO) == 1 && !isUnwanted ? .colored : .plain
    }
  }

  private static func write(_ bytes: [UInt8], to stream: Int32) {
    bytes.withUnsafeBufferPointer { write($0, to: stream) }
  }

  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to stream: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(stream, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        // A closed pipe: whoever read has seen enough.
        return
      }
    }
  }
}
