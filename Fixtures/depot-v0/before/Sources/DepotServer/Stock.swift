import Foundation

/// What lies in the depot; safe to use from any thread.
public final class Stock {
  public enum Failure: Error {
    case unknown(sku: String)
    case shortage(sku: String, missing: Int64)
  }

  private let lock = NSLock()
  private var counts: [String: Int64] = [:]
  private var names: [String: String] = [:]

  public init() {}

  public func count(of sku: String) throws -> Int64 {
    lock.lock()
    defer { lock.unlock() }
    guard let count = counts[sku] else { throw Failure.unknown(sku: sku) }
    return count
  }

  public func name(of sku: String) -> String {
    lock.lock()
    defer { lock.unlock() }
    return names[sku] ?? sku
  }

  /// Returns the count after the change.
  @discardableResult
  public func change(_ sku: String, by delta: Int64) throws -> Int64 {
    lock.lock()
    defer { lock.unlock() }
    let count = counts[sku, default: 0] + delta
    guard count >= 0 else { throw Failure.shortage(sku: sku, missing: -count) }
    counts[sku] = count
    return count
  }

  public func rename(_ sku: String, to name: String) {
    lock.lock()
    defer { lock.unlock() }
    names[sku] = name
  }

  public func skus(startingWith prefix: String) -> [String] {
    lock.lock()
    defer { lock.unlock() }
    return counts.keys.filter { $0.hasPrefix(prefix) }.sorted()
  }
}
