import MoultSyntax
import Synchronization

/// The names and types of files that nobody uses at the moment, with what was inferred of them.
///
/// Several tasks ask about one file, each after the other: for what rules find in it, for who uses a declaration, for
/// what a compiler would refuse. What one of them inferred need not be inferred again.
final class LentSemantics: Sendable {
  /// No two tasks have one at the same time: whoever borrows it takes it out, and gives it back when done.
  private struct Idle: @unchecked Sendable {
    let semantics: FileSemantics
  }

  private struct State {
    var idle: [Int: Idle] = [:]
    /// The files of `idle`, the one given back first in front; some may have been borrowed since.
    var order: [Int] = []
    /// The nodes of the files in `idle`.
    var nodes = 0

    /// The last of the files that are larger than all that is kept otherwise.
    var large: Idle?
  }

  private let state = Mutex(State())

  /// The nodes whose files are kept at most, about a megabyte of Swift: what was inferred takes some tens of bytes for
  /// each.
  ///
  /// One file that is larger is kept beside them, as it is asked about again, and taking apart what is known of it takes
  /// time.
  private static let mostNodes = 300_000

  /// Returns what was given back of the file with an index in the symbol table, and has it no more.
  func take(_ file: Int) -> FileSemantics? {
    let found = state.withLock { state -> Idle? in
      if let large = state.large, large.semantics.file.index == file {
        state.large = nil
        return large
      }
      guard let found = state.idle.removeValue(forKey: file) else { return nil }
      state.nodes -= found.semantics.tree.nodes.count
      return found
    }
    return found?.semantics
  }

  /// Keeps what nobody uses any more, and lets go of what was given back longest ago.
  func giveBack(_ semantics: FileSemantics) {
    let new = Idle(semantics: semantics)
    let size = semantics.tree.nodes.count
    let file = semantics.file.index
    guard size <= Self.mostNodes else { return keepLarge(new) }
    state.withLock { state in
      // Another task borrowed the file at the same time, and was done before.
      guard state.idle.updateValue(new, forKey: file) == nil else { return }
      state.nodes += size
      state.order.append(file)
      var first = 0
      while state.nodes > Self.mostNodes, first < state.order.count {
        if let old = state.idle.removeValue(forKey: state.order[first]) {
          state.nodes -= old.semantics.tree.nodes.count
        }
        first += 1
      }
      state.order.removeFirst(first)
    }
  }

  private func keepLarge(_ new: Idle) {
    // Exchanged, so that what was known of another file is taken apart without the lock.
    var other: Idle? = new
    state.withLock { swap(&$0.large, &other) }
  }
}
