import Connect
import Foundation

/// Makes clients for the app's environments.
public enum ClientFactory {
  public static func production() -> ProtocolClient {
    return ProtocolClient(
      host: "https://api.parcel.example",
      httpClient: URLSessionHTTPClient(),
      ConnectClientOption(),
      ProtoClientOption(),
      GzipRequestOption(compressionMinBytes: 2_048),
      GzipCompressionOption(),
      InterceptorsOption(interceptors: [TokenInterceptor.init, { LogInterceptor(config: $0) }])
    )
  }

  public static func staging(_ host: String) -> ProtocolClient {
    ProtocolClient(host: host, GRPCWebClientOption(), JSONClientOption(), IdentityCompressionOption())
  }

  /// Tools bring their own options.
  public static func tool(_ options: [ProtocolClientOption]) -> ProtocolClient {
    ProtocolClient(host: "http://localhost:8080", options: options)
  }

  static func tracking() -> Parcel_V1_TrackingServiceClient {
    Parcel_V1_TrackingServiceClient(client: production())
  }
}
