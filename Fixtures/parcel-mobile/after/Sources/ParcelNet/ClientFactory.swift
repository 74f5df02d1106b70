import Connect
import Foundation

/// Makes clients for the app's environments.
public enum ClientFactory {
  public static func production() -> ProtocolClient {
    return ProtocolClient(
      httpClient: URLSessionHTTPClient(),
      config: ProtocolClientConfig(
        host: "https://api.parcel.example",
        networkProtocol: .connect,
        codec: ProtoCodec(),
        requestCompression: .init(minBytes: 2_048, pool: GzipCompressionPool()),
        interceptors: [
          InterceptorFactory { TokenInterceptor(config: $0) },
          InterceptorFactory { LogInterceptor(config: $0) }
        ]
      )
    )
  }

  public static func staging(_ host: String) -> ProtocolClient {
    ProtocolClient(config: ProtocolClientConfig(host: host, networkProtocol: .grpcWeb, codec: JSONCodec()))
  }

  /// Tools bring their own options.
  public static func tool(_ options: [ProtocolClientOption]) -> ProtocolClient {
    ProtocolClient(host: "http://localhost:8080", options: options)
  }

  static func tracking() -> Parcel_V1_TrackingServiceClient {
    Parcel_V1_TrackingServiceClient(client: production())
  }
}
