/// What a command has written, in order.
struct SaidText {
  private enum Stream: Int {
    case output
    case error
  }

  private var pieces: [(stream: Stream, bytes: [UInt8])] = []

  init() {}

  /// Writes a text to the output stream.
  mutating func write(_ text: String) {
    let bytes = Array(text.utf8)
    Terminal.write(bytes)
    pieces.append((.output, bytes))
  }

  /// Writes a line to the error stream.
  mutating func complain(_ line: String) {
    Terminal.complain(line)
    pieces.append((.error, Array((line + "\n").utf8)))
  }

  /// How many bytes of text it has.
  var size: Int { pieces.reduce(0) { $0 + $1.bytes.count } }

  /// Writes all of it once more.
  func sayAgain() {
    for piece in pieces {
      switch piece.stream {
      case .output: Terminal.write(piece.bytes)
      case .error:
        Terminal.complain(String(decoding: piece.bytes, as: UTF8.self), endingLine: false)
      }
    }
  }

  /// Appends all of it, for `init(taking:)`.
  func write(to bytes: inout [UInt8]) {
    bytes.appendNumber(pieces.count)
    for piece in pieces {
      bytes.appendNumber(piece.stream.rawValue)
      bytes.appendNumber(piece.bytes.count)
      bytes += piece.bytes
    }
  }

  /// Takes what `write` has appended from the beginning; nil for anything else.
  init?(taking bytes: inout ArraySlice<UInt8>) {
    guard let count = bytes.takeNumber(), count >= 0 else { return nil }
    for _ in 0..<count {
      guard let stream = bytes.takeNumber().flatMap(Stream.init), let length = bytes.takeNumber(),
        let text = bytes.take(length)
      else { return nil }
      pieces.append((stream, Array(text)))
    }
  }
}
