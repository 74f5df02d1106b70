/// The part of Foundation that receivers of migrated calls commonly pass through.
let foundationLibrary = """
  @_exported import Dispatch
  public typealias TimeInterval = Double
  public class NSObject: CustomStringConvertible { public init() }
  public class NSError: NSObject, Error {
    public init(domain: String, code: Int, userInfo: [String: Any]? = nil)
    public var code: Int { get }
    public var domain: String { get }
    public var userInfo: [String: Any] { get }
    public var localizedDescription: String { get }
  }
  public protocol LocalizedError: Error {
    var errorDescription: String? { get }
    var failureReason: String? { get }
  }
  extension Error { public var localizedDescription: String { get } }
  public struct Data: RandomAccessCollection, MutableCollection, Hashable, Codable, Sendable {
    public typealias Element = UInt8
    public typealias Index = Int
    public typealias SubSequence = Data
    public init()
    public init(count: Int)
    public init(capacity: Int)
    public init(repeating value: UInt8, count: Int)
    public init<S: Sequence>(_ elements: S)
    public init?(base64Encoded text: String)
    public init(contentsOf url: URL) throws
    public subscript(index: Int) -> UInt8 { get set }
    public mutating func append(_ other: Data)
    public func base64EncodedString() -> String
    public func write(to url: URL) throws
  }
  public struct Date: Hashable, Comparable, Codable, CustomStringConvertible, Sendable {
    public init()
    public init(timeIntervalSince1970 seconds: TimeInterval)
    public init(timeIntervalSinceNow seconds: TimeInterval)
    public init(timeInterval: TimeInterval, since date: Date)
    public init(timeIntervalSinceReferenceDate seconds: TimeInterval)
    public static var now: Date { get }
    public static var distantFuture: Date { get }
    public static var distantPast: Date { get }
    public var timeIntervalSince1970: TimeInterval { get }
    public var timeIntervalSinceNow: TimeInterval { get }
    public func timeIntervalSince(_ date: Date) -> TimeInterval
    public func addingTimeInterval(_ interval: TimeInterval) -> Date
  }
  public struct UUID: Hashable, Codable, CustomStringConvertible, Sendable {
    public init()
    public init?(uuidString: String)
    public var uuidString: String { get }
  }
  public struct URL: Hashable, Codable, CustomStringConvertible, Sendable {
    public init?(string: String)
    public init?(string: String, relativeTo url: URL?)
    public init(fileURLWithPath path: String)
    public init(fileURLWithPath path: String, isDirectory: Bool)
    public var host: String? { get }
    public var port: Int? { get }
    public var path: String { get }
    public var scheme: String? { get }
    public var absoluteString: String { get }
    public var lastPathComponent: String { get }
    public var pathExtension: String { get }
    public func appendingPathComponent(_ component: String) -> URL
    public func deletingLastPathComponent() -> URL
  }
  extension String {
    public struct Encoding: Hashable {
      public static let utf8: Encoding
      public static let ascii: Encoding
      public static let utf16: Encoding
    }
    public init?(data: Data, encoding: String.Encoding)
    public init(format: String, _ arguments: Any...)
    public init(contentsOfFile path: String, encoding: String.Encoding) throws
    public init(contentsOf url: URL, encoding: String.Encoding) throws
    public func data(using encoding: String.Encoding, allowLossyConversion: Bool = false) -> Data?
    public func components(separatedBy separator: String) -> [String]
    public func replacingOccurrences(of target: String, with replacement: String) -> String
    public func trimmingCharacters(in set: CharacterSet) -> String
  }
  public struct CharacterSet: Hashable {
    public static var whitespaces: CharacterSet { get }
    public static var whitespacesAndNewlines: CharacterSet { get }
    public static var newlines: CharacterSet { get }
  }
  public class NSLock: NSObject, @unchecked Sendable {
    public init()
    public func lock()
    public func unlock()
    public func withLock<R>(_ body: () throws -> R) rethrows -> R
  }
  public class JSONDecoder: @unchecked Sendable {
    public init()
    public func decode<T>(_ type: T.Type, from data: Data) throws -> T
  }
  public class JSONEncoder: @unchecked Sendable {
    public init()
    public func encode<T>(_ value: T) throws -> Data
  }
  public class Thread: NSObject {
    public static func sleep(forTimeInterval interval: TimeInterval)
    public static var isMainThread: Bool { get }
  }
  public struct Locale: Hashable {
    public static var current: Locale { get }
    public init(identifier: String)
    public var identifier: String { get }
  }
  public class ProcessInfo: NSObject, @unchecked Sendable {
    public static var processInfo: ProcessInfo { get }
    public var environment: [String: String] { get }
    public var arguments: [String] { get }
  }
  public class UserDefaults: NSObject {
    public static var standard: UserDefaults { get }
    public func string(forKey key: String) -> String?
    public func bool(forKey key: String) -> Bool
    public func integer(forKey key: String) -> Int
    public func set(_ value: Any?, forKey key: String)
  }
  public class Bundle: NSObject, @unchecked Sendable {
    public static var main: Bundle { get }
    public func path(forResource name: String?, ofType type: String?) -> String?
    public func url(forResource name: String?, withExtension type: String?) -> URL?
  }
  """

/// The part of Dispatch that closures of migrated calls commonly stand in.
let dispatchLibrary = """
  public class DispatchQueue: @unchecked Sendable {
    public static var main: DispatchQueue { get }
    public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue
    public func async(execute work: @escaping () -> Void)
    public func async(group: DispatchGroup, execute work: @escaping () -> Void)
    public func asyncAfter(deadline: DispatchTime, execute work: @escaping () -> Void)
    public func sync<T>(execute work: () throws -> T) rethrows -> T
  }
  public struct DispatchQoS {
    public enum QoSClass { case background, utility, `default`, userInitiated, userInteractive, unspecified }
  }
  public struct DispatchTime: Hashable, Comparable {
    public static func now() -> DispatchTime
    public static let distantFuture: DispatchTime
    public static func + (time: DispatchTime, seconds: Double) -> DispatchTime
    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime
  }
  public enum DispatchTimeInterval {
    case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
  }
  public enum DispatchTimeoutResult { case success, timedOut }
  public class DispatchGroup: @unchecked Sendable {
    public init()
    public func enter()
    public func leave()
    public func wait()
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult
    public func notify(queue: DispatchQueue, execute work: @escaping () -> Void)
  }
  public class DispatchSemaphore: @unchecked Sendable {
    public init(value: Int)
    public func signal() -> Int
    public func wait()
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult
  }
  """
