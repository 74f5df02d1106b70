import Synchronization

/// The types of what interfaces or a project declare, each resolved when it is first asked for.
///
/// A run needs few of them, and resolving all would be a good part of a short one. What is resolved is remembered in the
/// symbol; two threads that ask at the same time resolve the same.
final class LateTypes: Sendable {
  /// A resolver that nobody uses at the moment: who resolves takes it out, and gives it back when done.
  private struct Idle: @unchecked Sendable {
    let resolver: Resolver
    let session: PropertyInference?
  }

  private struct State {
    var table: SymbolTable?
    var idle: [Idle] = []
  }

  private let state = Mutex(State())

  /// Whether properties are inferred from their initial values.
  ///
  /// A project's are when its model is made: that takes as much of a thread's stack as the expression is deep, and whoever
  /// asks later stands in the middle of another.
  private let infersProperties: Bool

  /// The names beyond which a resolver is not kept: what it remembers of each is for the next who asks.
  private static let mostNames = 8192

  init(infersProperties: Bool) { self.infersProperties = infersProperties }

  /// Makes the types resolvable, once everything is collected, or once what was collected stands elsewhere.
  func open(_ table: SymbolTable) { replaceState(by: State(table: table)) }

  /// Lets go of the symbols, which hold this object in turn.
  func close() { replaceState(by: State()) }

  /// Returns nil before `open`.
  func signature(of symbol: Symbol) -> Signature? {
    guard let idle = take() else { return nil }
    let signature = idle.resolver.signature(of: symbol)
    giveBack(idle)
    return signature
  }

  private func replaceState(by new: State) {
    // What was there goes outside of the lock.
    let old = state.withLock { state in
      let old = state
      state = new
      return old
    }
    _ = old
  }

  private func take() -> Idle? {
    let (idle, table) = state.withLock { ($0.idle.popLast(), $0.table) }
    if let idle { return idle }
    guard let table else { return nil }
    let resolver = Resolver(table: table, resolving: self)
    return Idle(
      resolver: resolver,
      session: infersProperties ? PropertyInference(resolver: resolver) : nil)
  }

  private func giveBack(_ idle: Idle) {
    guard idle.resolver.knownNames < Self.mostNames else { return }
    state.withLock { $0.idle.append(idle) }
  }
}
