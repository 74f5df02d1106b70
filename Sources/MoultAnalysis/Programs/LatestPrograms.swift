import MoultSource
import MoultSurfaces
import Synchronization

/// The programs that a session of fixes has judged last.
///
/// A session judges many states of a tree, and most of them change files of one program: the others are what they were. A
/// class because all states of a session share it.
final class LatestPrograms: Sendable {
  private struct State: Sendable {
    let files: [ProjectText]
    let project: JudgedProject
  }

  /// What is tried and what it is tried on.
  private static let mostStates = 2

  /// By the program's number, the latest last.
  private let states = Mutex<[Int: [State]]>([:])

  /// Returns the program of some files, which `make` is asked for unless it was one of the last.
  ///
  /// - Complexity: O(*n*) in the files; O(*m*) in the bytes of those that were read anew and are the same.
  func project(
    _ number: Int, of files: [ProjectText], make: () async -> JudgedProject
  ) async -> JudgedProject {
    let known = states.withLock { states -> JudgedProject? in
      guard
        let place = states[number]?.lastIndex(where: { state in
          state.files.elementsEqual(files) { $0.isSame(as: $1) }
        }), let state = states[number]?.remove(at: place)
      else {
        // What is not needed goes before more is read.
        if let count = states[number]?.count, count >= Self.mostStates {
          states[number]?.removeFirst(count - Self.mostStates + 1)
        }
        return nil
      }
      states[number]?.append(state)
      return state.project
    }
    if let known { return known }
    let project = await make()
    states.withLock { $0[number, default: []].append(State(files: files, project: project)) }
    return project
  }
}

extension ProjectText {
  /// Whether both are one file with one text.
  fileprivate func isSame(as other: ProjectText) -> Bool {
    source.path == other.source.path && surface == other.surface
      && isGenerated == other.isGenerated && source.bytes == other.source.bytes
  }
}
