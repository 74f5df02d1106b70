import DepotAPI
import Dispatch
import Foundation
import SwiftGRPC

/// The server of the depot, with all of its services.
public final class DepotService {
  public enum Security {
    case none
    case files(certificate: URL, key: URL)
    case texts(certificate: String, key: String, roots: String)
  }

  public enum Failure: Error {
    case unreadableCertificate
  }

  private let providers: [ServiceProvider]
  private var server: ServiceServer?
  private let closed = DispatchSemaphore(value: 0)

  public init(stock: Stock, gate: Gatekeeper) {
    providers = [
      InventoryProvider(stock: stock, gate: gate, write: { print($0) }),
      OrdersProvider(stock: stock, gate: gate),
      HealthProvider(),
    ]
  }

  public func start(port: Int, security: Security) throws {
    let server: ServiceServer
    switch security {
    case .none:
      server = ServiceServer(address: "0.0.0.0:\(port)", serviceProviders: providers)
    case .files(let certificate, let key):
      guard let secure = ServiceServer(
        address: "0.0.0.0:\(port)", certificateURL: certificate, keyURL: key,
        serviceProviders: providers)
      else { throw Failure.unreadableCertificate }
      server = secure
    case .texts(let certificate, let key, let roots):
      server = ServiceServer(
        address: "0.0.0.0:\(port)", certificateString: certificate, keyString: key,
        rootCerts: roots, serviceProviders: providers, loopTimeout: 60)
    }
    server.shouldLogRequests = false
    server.start()
    let closed = self.closed
    server.server.onCompletion = { closed.signal() }
    self.server = server
  }

  public func wait() {
    closed.wait()
  }

  public func stop() {
    server?.server.stop()
  }
}
