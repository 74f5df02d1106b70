import DepotAPI
import Dispatch
import Foundation
import GRPC
import NIOPosix
import NIOSSL

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

  private let providers: [CallHandlerProvider]
  private var server: Server?
  private let closed = DispatchSemaphore(value: 0)

  public init(stock: Stock, gate: Gatekeeper) {
    providers = [
      InventoryProvider(stock: stock, gate: gate, write: { print($0) }),
      OrdersProvider(stock: stock, gate: gate),
      HealthProvider(),
    ]
  }

  public func start(port: Int, security: Security) throws {
    let server: Server
    switch security {
    case .none:
      server = try Server.insecure(group: MultiThreadedEventLoopGroup.singleton)
        .withServiceProviders(providers)
        .bind(host: "0.0.0.0", port: port)
        .wait()
    case .files(let certificate, let key):
      guard let secure = try? Server.usingTLSBackedByNIOSSL(
        on: MultiThreadedEventLoopGroup.singleton,
        certificateChain: NIOSSLCertificate.fromPEMFile(certificate.path),
        privateKey: NIOSSLPrivateKey(file: key.path, format: .pem))
        .withServiceProviders(providers)
        .bind(host: "0.0.0.0", port: port)
        .wait()
      else { throw Failure.unreadableCertificate }
      server = secure
    case .texts(let certificate, let key, let roots):
      server = try Server.usingTLSBackedByNIOSSL(
        on: MultiThreadedEventLoopGroup.singleton,
        certificateChain: NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)),
        privateKey: NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))
        .withTLS(trustRoots: .certificates(NIOSSLCertificate.fromPEMBytes(Array(roots.utf8))))
        .withTLS(certificateVerification: .noHostnameVerification)
        .withServiceProviders(providers)
        .bind(host: "0.0.0.0", port: port)
        .wait()
    }
    let closed = self.closed
    server.onClose.whenComplete { _ in closed.signal() }
    self.server = server
  }

  public func wait() {
    closed.wait()
  }

  public func stop() {
    server?.initiateGracefulShutdown(promise: nil)
  }
}
