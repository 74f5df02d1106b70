/// The part of `Swift` that starts and awaits concurrent work.
let concurrencyLibrary = """

  public struct TaskPriority: Sendable {
    public static let high: TaskPriority
    public static let medium: TaskPriority
    public static let low: TaskPriority
    public static let userInitiated: TaskPriority
    public static let utility: TaskPriority
    public static let background: TaskPriority
  }
  public struct Task<Success, Failure>: Sendable {
    @discardableResult public init(priority: TaskPriority? = nil, operation: @escaping () async throws -> Success)
    @discardableResult public static func detached(priority: TaskPriority? = nil, operation: @escaping () async throws -> Success) -> Task<Success, Error>
    public var value: Success { get async throws }
    public func cancel()
    public var isCancelled: Bool { get }
    public static var isCancelled: Bool { get }
    public static func checkCancellation() throws
    public static func yield() async
    public static func sleep(nanoseconds duration: UInt64) async throws
    public static func sleep(for duration: Duration) async throws
  }
  public struct TaskGroup<ChildTaskResult> {
    public mutating func addTask(priority: TaskPriority? = nil, operation: @escaping () async -> ChildTaskResult)
    public mutating func next() async -> ChildTaskResult?
    public mutating func waitForAll() async
    public func cancelAll()
  }
  public struct ThrowingTaskGroup<ChildTaskResult, Failure> {
    public mutating func addTask(priority: TaskPriority? = nil, operation: @escaping () async throws -> ChildTaskResult)
    public mutating func next() async throws -> ChildTaskResult?
    public mutating func waitForAll() async throws
    public func cancelAll()
  }
  public func withTaskGroup<C, R>(of type: C.Type, returning result: R.Type = R.self, body: (inout TaskGroup<C>) async -> R) async -> R
  public func withThrowingTaskGroup<C, R>(of type: C.Type, returning result: R.Type = R.self, body: (inout ThrowingTaskGroup<C, Error>) async throws -> R) async rethrows -> R
  public struct CheckedContinuation<T, E> {
    public func resume(returning value: T)
    public func resume(throwing error: E)
    public func resume()
  }
  public func withCheckedContinuation<T>(_ body: (CheckedContinuation<T, Never>) -> Void) async -> T
  public func withCheckedThrowingContinuation<T>(_ body: (CheckedContinuation<T, Error>) -> Void) async throws -> T
  """
