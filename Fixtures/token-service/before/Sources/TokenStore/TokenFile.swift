import Foundation
import SwiftProtobuf
import TokenAPI

/// Tokens by user, as bytes and as text.
public struct TokenFile {
  public private(set) var tokens: [Desk_V1_Token] = []

  public init() {}

  /// Reads what `bytes()` wrote.
  public init(_ chunks: [Data]) throws {
    tokens = try chunks.map { try Desk_V1_Token(protobuf: $0) }
  }

  public mutating func add(_ token: Desk_V1_Token) {
    tokens.append(token)
  }

  public func bytes() throws -> [Data] {
    return try tokens.map { try $0.serializeProtobuf() }
  }

  public func token(ofUser name: String) -> Desk_V1_Token? {
    guard name.characters.count > 0 else { return nil }
    return tokens.first { $0.userId == name }
  }

  public func json() throws -> String {
    return try tokens.map { try $0.serializeJSON() }.joined(separator: "\n")
  }

  public mutating func addJSON(_ text: String) throws {
    add(try Desk_V1_Token(json: text))
  }

  public func dump() throws -> String {
    return try tokens.map { try $0.serializeText() }.joined(separator: "---\n")
  }
}

/// Writes any message behind its name.
public func labelled<M: Proto3Message>(_ message: M) throws -> String {
  return message.protoMessageName + " " + (try message.serializeJSON())
}
