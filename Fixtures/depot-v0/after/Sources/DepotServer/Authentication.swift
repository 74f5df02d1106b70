import Foundation
import GRPC

/// Who calls, as the metadata of the call says.
public struct Caller {
  public let name: String
  public let isClerk: Bool
}

/// Checks the tokens that calls carry.
public final class Gatekeeper {
  private let tokens: [String: String]
  private let clerks: Set<String>

  public init(tokens: [String: String], clerks: Set<String>) {
    self.tokens = tokens
    self.clerks = clerks
  }

  /// Returns the caller, or throws the status to end the call with.
  public func caller(of session: ServerCallContext) throws -> Caller {
    guard let token = session.headers.first(name: "authorization") else {
      throw GRPCStatus(code: .unauthenticated, message: "no token")
    }
    guard let name = tokens[token] else {
      throw GRPCStatus(code: .permissionDenied, message: "unknown token")
    }
    return Caller(name: name, isClerk: clerks.contains(name))
  }

  public func requireClerk(_ session: ServerCallContext) throws {
    guard try caller(of: session).isClerk else {
      throw GRPCStatus(code: .permissionDenied, message: "clerks only")
    }
  }
}
