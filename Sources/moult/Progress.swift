import Foundation
import MoultSurfaces
import Synchronization

/// The parts of a run: how long each took, and a line on the terminal while one takes long.
///
/// A class because a thread of its own shows the line.
final class Progress: Sendable {
  private struct State {
    var phases: [(name: String, start: ContinuousClock.Instant)] = []
    var programs: [String: (files: Int, start: ContinuousClock.Instant)] = [:]
    var timesOfPrograms: [(name: String, files: Int, time: Duration)] = []
    var isOver = false
    var isShown = false
  }

  private let state = Mutex(State())

  /// How long a run may take before it says what it does.
  private static let patience = Duration.seconds(1)

  /// - Parameter isShown: whether there may be a line; only a terminal ever gets one.
  init(isShown: Bool = true) {
    guard isShown, isatty(STDERR_FILENO) == 1, Surroundings.variable("TERM") != "dumb"
    else { return }
    let start = ContinuousClock.now
    // The threads of tasks are busy with the files, so the line has a thread of its own.
    Thread.detachNewThread { [weak self] in
      usleep(UInt32(Self.patience / .microseconds(1)))
      while let self, self.draw(since: start) { usleep(100_000) }
    }
  }

  /// Begins a part of the run, and ends the one before it.
  ///
  /// - Parameter name: a phrase such as `reading 12 files`.
  func begin(_ name: String) {
    state.withLock { $0.phases.append((name, .now)) }
  }

  /// Notes when a program of a tree begins and ends, beside others or not.
  func note(_ event: ProgramEvent) {
    let now = ContinuousClock.now
    state.withLock { state in
      switch event {
      case .began(let program, let files): state.programs[program.name] = (files, now)
      case .ended(let program):
        guard let begun = state.programs.removeValue(forKey: program.name) else { return }
        state.timesOfPrograms.append((program.name, begun.files, now - begun.start))
      }
    }
  }

  /// Takes the line away until the next part begins, so that something else can be written.
  func pause() {
    state.withLock { state in
      state.phases.append(("", .now))
      if state.isShown { Terminal.complain("\r\u{1B}[K", endingLine: false) }
    }
  }

  /// Takes the line away; nothing is shown from here on.
  func end() {
    state.withLock { state in
      guard !state.isOver else { return }
      state.isOver = true
      state.phases.append(("", .now))
      if state.isShown { Terminal.complain("\r\u{1B}[K", endingLine: false) }
    }
  }

  /// Returns how long each part took, one line each, in order, and the sum; then the programs of the tree, the slowest
  /// first, some of which were worked on at the same time.
  func timings() -> String {
    let (phases, programs) = state.withLock { ($0.phases, $0.timesOfPrograms) }
    guard let first = phases.first, let last = phases.last else { return "" }
    var lines = zip(phases, phases.dropFirst()).map { ($0.name, $1.start - $0.start) }
    let slowest = programs.sorted { ($1.time, $0.name) < ($0.time, $1.name) }
    lines.append(("in all", last.start - first.start))
    lines += slowest.map { ("program \($0.name), \($0.files) files", $0.time) }
    return lines.map { name, time in
      let milliseconds = String(Int((time / .milliseconds(1)).rounded()))
      return String(repeating: " ", count: max(0, 7 - milliseconds.utf8.count)) + milliseconds
        + " ms  \(name)\n"
    }.joined()
  }

  /// Shows what the run does; returns false once there is no more to show.
  private func draw(since start: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      let seconds = Int((ContinuousClock.now - start) / .seconds(1))
      if let phase = state.phases.last?.name, !phase.isEmpty {
        Terminal.complain("\r\u{1B}[Kmoult: \(phase), \(seconds) s", endingLine: false)
        state.isShown = true
      }
      return true
    }
  }
}
