import Synchronization

/// A value that the first who asks makes, while the others wait.
package final class Once<Value: Sendable>: Sendable {
  private let made: Mutex<Value?>

  /// - Parameter value: what is made already.
  package init(_ value: sending Value? = nil) { made = Mutex(value) }

  /// Nil as long as nobody has asked.
  package var known: Value? { made.withLock(\.self) }

  /// Returns the value; `make` is called the first time, and must not ask for the same value.
  package func value(_ make: () -> Value) -> Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
