import ArgumentParser
import MoultFindings
import MoultReporting

/// What to say about the run itself; all of it goes to the error stream.
struct MeasureOptions: ParsableArguments {
  @Flag(help: "Report how often each rule found something, and with which fixes.")
  var statistics = false

  @Flag(help: "Report how long each part of the run took.")
  var timings = false

  /// Says what was asked for, once everything else is said.
  func report(_ session: Session, applied: [Finding] = [], remaining: [Finding]) {
    session.progress.end()
    if self.statistics {
      let table = MoultReporting.statistics(applied: applied, remaining: remaining)
      Terminal.complain(String(table.dropLast()))
    }
    if timings { Terminal.complain(String(session.progress.timings().dropLast())) }
  }
}
