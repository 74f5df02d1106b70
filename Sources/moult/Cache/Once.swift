import Synchronization

/// Tells the first who asks from all others, on whichever thread they are.
final class Once: Sendable {
  private let isOver = Atomic(false)

  func isFirst() -> Bool { !isOver.exchange(true, ordering: .relaxed) }
}
