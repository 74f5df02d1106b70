import MoultSemantics
import Synchronization

/// What was answered about declarations of one state of a project, for all tasks.
///
/// What a question looks at is noted with its answer: whoever is given the answer later has seen the same.
final class ProjectAnswers: Sendable {
  private struct Question: Hashable {
    let subject: Symbol
    let answer: ObjectIdentifier
  }

  private struct Known: Sendable {
    let answer: any Sendable
    let seen: Glances
  }

  private let known = Mutex<[Question: Known]>([:])

  /// Returns what a question was answered before, or answers it; two who ask at the same time may both do so.
  func answer<Answer: Sendable>(about subject: Symbol, _ work: () -> Answer) -> Answer {
    let question = Question(subject: subject, answer: ObjectIdentifier(Answer.self))
    // What is known may be that there is nothing, which is an answer.
    if let known = known.withLock({ $0[question] }), let answer = known.answer as? Answer {
      Glances.note(known.seen)
      return answer
    }
    let seen = Glances()
    let new = Glances.$current.withValue(seen, operation: work)
    known.withLock { $0[question] = Known(answer: new, seen: seen) }
    Glances.note(seen)
    return new
  }
}
