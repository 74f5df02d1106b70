import Foundation
import MoultSource

/// What lies at a path, as far as somebody has to know.
enum DiskLook: Hashable {
  /// A file or folder in this state.
  case stamp(FileStamp)
  /// Anything.
  case something
  case nothing
}

/// What lay at some paths, as bytes by which another process can tell whether it lies there still.
///
/// Pieces of up to 512 paths, each behind its length, so that threads can share them. A path is a kind, its length, its bytes with
/// a zero behind them, which the system takes as they are, and its stamp if it has one. Numbers are little-endian and have
/// eight bytes.
enum DiskRecord {
  private static let pathsInPiece = 512

  /// - Complexity: O(*n* log *n*) in the paths.
  static func bytes(_ looks: [String: DiskLook]) -> [UInt8] {
    var bytes: [UInt8] = []
    let paths = looks.keys.sorted()
    for start in stride(from: 0, to: paths.count, by: pathsInPiece) {
      var piece: [UInt8] = []
      for path in paths[start..<min(start + pathsInPiece, paths.count)] {
        guard let look = looks[path] else { continue }
        piece.append(look.kind)
        piece.appendNumber(path.utf8.count)
        piece += path.utf8
        piece.append(0)
        guard case .stamp(let stamp) = look else { continue }
        for number in stamp.numbers { piece.appendNumber(number) }
      }
      bytes.appendNumber(piece.count)
      bytes += piece
    }
    return bytes
  }

  /// Returns whether all of a record is as it was; false as well for bytes that are none.
  ///
  /// - Complexity: O(*n*) in the paths, some microseconds for each on one of the threads.
  static func holds(_ bytes: ArraySlice<UInt8>, jobs: Int) -> Bool {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes
    while !rest.isEmpty {
      guard let count = rest.takeNumber(), let piece = rest.take(count) else { return false }
      pieces.append(piece)
    }
    return parallelRanges(pieces.count, jobs: jobs, atLeast: 1) { [pieces] range in
      pieces[range].allSatisfy(pieceHolds)
    }.allSatisfy(\.self)
  }

  private static func pieceHolds(_ piece: ArraySlice<UInt8>) -> Bool {
    var rest = piece
    while !rest.isEmpty {
      guard let kind = rest.popFirst(), let length = rest.takeNumber(),
        let path = rest.take(length), rest.popFirst() == 0
      else { return false }
      // The zero behind it belongs to the array as well.
      let terminated = piece[path.startIndex...path.endIndex]
      let holds = terminated.withUnsafeBytes { bytes -> Bool in
        guard let path = bytes.bindMemory(to: CChar.self).baseAddress else { return false }
        switch kind {
        case DiskLook.something.kind: return access(path, F_OK) == 0
        case DiskLook.nothing.kind: return access(path, F_OK) != 0
        default:
          let numbers = (0..<FileStamp.numberCount).map { _ in rest.takeNumber() }
          return FileStamp(path)?.numbers.map(Optional.some) == numbers
        }
      }
      guard holds else { return false }
    }
    return true
  }
}

extension DiskLook {
  fileprivate var kind: UInt8 {
    switch self {
    case .nothing: 0
    case .something: 1
    case .stamp: 2
    }
  }
}

extension FileStamp {
  fileprivate static let numberCount = 4

  fileprivate var numbers: [Int] { [size, Int(truncatingIfNeeded: number), content, file] }
}

extension [UInt8] {
  /// Appends a number as eight bytes, the lowest first.
  mutating func appendNumber(_ number: Int) {
    Swift.withUnsafeBytes(of: number.littleEndian) { self += $0 }
  }
}

extension ArraySlice<UInt8> {
  /// Takes a number that `appendNumber` has put at the beginning; nil if there are too few bytes.
  mutating func takeNumber() -> Int? {
    guard let bytes = take(8) else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Takes bytes from the beginning; nil if there are not so many.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= self.count else { return nil }
    defer { self = dropFirst(count) }
    return prefix(count)
  }
}
