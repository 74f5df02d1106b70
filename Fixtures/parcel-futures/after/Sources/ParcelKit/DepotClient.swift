import GRPCCore
import GRPCNIOTransportHTTP2
import NIOCore
import ParcelAPI

/// Asks the depot for parcels.
public final class DepotClient: ParcelSource {
  private let connection: GRPCClient<HTTP2ClientTransport.Posix>
  let client: Parcel_V1_Depot.Client<HTTP2ClientTransport.Posix>

  public init(host: String, port: Int, group: EventLoopGroup) throws {
    connection = GRPCClient(
      transport: try .http2NIOPosix(
        target: .dns(host: host, port: port),
        transportSecurity: .plaintext,
        serviceConfig: ServiceConfig(
          methodConfig: [MethodConfig(names: [MethodConfig.Name(service: "")], waitForReady: true)]
        )
      )
    )
    Task { [connection] in try await connection.runConnections() }
    client = Parcel_V1_Depot.Client(wrapping: connection)
  }

  public func parcel(_ number: String) async throws -> Parcel {
    let request = Parcel_V1_Number.with { $0.text = number }
    let reply = try await client.track(request, options: {
      var options = CallOptions.defaults
      options.timeout = .seconds(5)
      return options
    }())
    return Parcel(reply)
  }

  /// The parcel under the number that it had before, if it had one.
  public func former(of number: String) async throws -> Parcel? {
    let found = try await client.track(.with { $0.text = number })
    guard !found.former.isEmpty else {
      return nil
    }
    // Its former number is one that the depot knows.
    return try await Optional(self.parcel(found.former))
  }

  /// The place of a parcel, or what went wrong.
  public func place(of number: String) async throws -> String {
    do {
      return try await parcel(number).place
    } catch {
      return explanation(of: error)
    }
  }

  /// Calls `found` with the parcel, or `failed` with what to tell people.
  public func lookUp(
    _ number: String, found: @escaping (Parcel) -> Void, failed: @escaping (String) -> Void
  ) {
    Task {
      do {
        let reply = try await client.track(.with { $0.text = number })
        found(Parcel(reply))
      } catch {
        failed(explanation(of: error))
      }
    }
  }

  /// The last of the parcels with these numbers.
  public func scan(_ numbers: [String]) async throws -> Parcel {
    let reply = try await client.scan { writer in
      for number in numbers {
        try await writer.write(.with { $0.text = number })
      }
    }
    return Parcel(reply)
  }

  public func close() throws {
    connection.beginGracefulShutdown()
  }
}
