import Foundation
import SwiftProtobuf
import TokenAPI

/// Tokens by user, as bytes and as text.
public struct TokenFile {
  public private(set) var tokens: [Desk_V1_Token] = []

  public init() {}

  /// Reads what `bytes()` wrote.
  public init(_ chunks: [Data]) throws {
    tokens = try chunks.map { try Desk_V1_Token(serializedBytes: $0) }
  }

  public mutating func add(_ token: Desk_V1_Token) {
    tokens.append(token)
  }

  public func bytes() throws -> [Data] {
    return try tokens.map { try $0.serializedData() }
  }

  public func token(ofUser name: String) -> Desk_V1_Token? {
    guard name.count > 0 else { return nil }
    return tokens.first { $0.userID == name }
  }

  public func json() throws -> String {
    return try tokens.map { try $0.jsonString() }.joined(separator: "\n")
  }

  public mutating func addJSON(_ text: String) throws {
    add(try Desk_V1_Token(jsonString: text))
  }

  public func dump() throws -> String {
    return try tokens.map { $0.textFormatString() }.joined(separator: "---\n")
  }
}

/// Writes any message behind its name.
public func labelled<M: Message>(_ message: M) throws -> String {
  return type(of: message).protoMessageName + " " + (try message.jsonString())
}
