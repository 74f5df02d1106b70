import Synchronization

/// A place for an object that is written once, by whichever thread is first, and read by all.
///
/// Unlike a lazy reference it can be emptied: the types of two declarations may name each other, and what holds itself
/// is never freed.
struct WrittenOnce<Value: AnyObject & Sendable>: ~Copyable, Sendable {
  private let place = Atomic<Unmanaged<Value>?>(nil)

  func load() -> Value? { place.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Writes a value unless there is one, and returns the one that is there then.
  @discardableResult
  func storeIfNil(_ value: Value) -> Value {
    let new = Unmanaged.passRetained(value)
    let (isStored, known) = place.compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing)
    guard !isStored, let known else { return value }
    new.release()
    return known.takeUnretainedValue()
  }

  /// Lets go of the value.
  ///
  /// Nobody else may be reading it.
  func empty() { place.exchange(nil, ordering: .acquiringAndReleasing)?.release() }

  deinit { empty() }
}
