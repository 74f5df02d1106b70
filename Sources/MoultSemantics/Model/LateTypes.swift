import Synchronization

/// The types of what interfaces declare, each resolved when it is first asked for.
///
/// A project needs few of them, and resolving all would be a good part of a short run. What is resolved is remembered in
/// the symbol; two threads that ask at the same time resolve the same.
final class LateTypes: Sendable {
  private let table = Mutex<SymbolTable?>(nil)

  /// Makes the types resolvable, once everything is collected.
  func open(_ table: SymbolTable) { self.table.withLock { $0 = table } }

  /// Lets go of the symbols, which hold this object in turn.
  func close() { table.withLock { $0 = nil } }

  /// Returns nil before `open`.
  func signature(of symbol: Symbol) -> Signature? {
    guard let table = table.withLock({ $0 }) else { return nil }
    let resolver = Resolver(table: table, isOfInterfaces: true)
    let session = PropertyInference(resolver: resolver)
    defer { session.finish() }
    return resolver.signature(of: symbol)
  }
}
