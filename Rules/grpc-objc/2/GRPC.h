// The API of gRPC for Objective-C with call options and response handlers, as far as user code touches it.

@interface GPBMessage : NSObject <NSCopying>
+ (instancetype)message;
+ (instancetype)parseFromData:(NSData *)data error:(NSError **)error;
- (NSData *)data;
@end

typedef NS_ENUM(NSUInteger, GRPCCallSafety) { GRPCCallSafetyDefault = 0 };
typedef NS_ENUM(NSUInteger, GRPCCompressionAlgorithm) {
  GRPCCompressNone,
  GRPCCompressDeflate,
  GRPCCompressGzip
};
typedef NS_ENUM(NSUInteger, GRPCTransportType) {
  GRPCTransportTypeDefault,
  GRPCTransportTypeChttp2BoringSSL = GRPCTransportTypeDefault,
  GRPCTransportTypeInsecure
};
typedef char *GRPCTransportID;

extern const struct GRPCDefaultTransportImplList {
  const GRPCTransportID core_secure;
  const GRPCTransportID core_insecure;
} GRPCDefaultTransportImplList;

@protocol GRPCAuthorizationProtocol <NSObject>
- (void)getTokenWithHandler:(void (^)(NSString *token))handler;
@end

@class GRPCInterceptor;
@class GRPCInterceptorManager;

@protocol GRPCInterceptorFactory <NSObject>
- (GRPCInterceptor *)createInterceptorWithManager:(GRPCInterceptorManager *)interceptorManager;
@end

@class GRPCMutableCallOptions;

@interface GRPCCallOptions : NSObject <NSCopying, NSMutableCopying>
@property(copy, readonly) NSString *serverAuthority;
@property(readonly) NSTimeInterval timeout;
@property(copy, readonly) NSDictionary *initialMetadata;
@property(readonly) GRPCTransportID transport;
- (GRPCMutableCallOptions *)mutableCopy;
@end

@interface GRPCMutableCallOptions : GRPCCallOptions
@property(copy, readwrite) NSString *serverAuthority;
@property(readwrite) NSTimeInterval timeout;
@property(readwrite) BOOL flowControlEnabled;
@property(copy, readwrite) NSArray<id<GRPCInterceptorFactory>> *interceptorFactories;
@property(copy, readwrite) NSString *oauth2AccessToken;
@property(readwrite) id<GRPCAuthorizationProtocol> authTokenProvider;
@property(copy, readwrite) NSDictionary *initialMetadata;
@property(copy, readwrite) NSString *userAgentPrefix;
@property(copy, readwrite) NSString *userAgentSuffix;
@property(readwrite) NSUInteger responseSizeLimit;
@property(readwrite) GRPCCompressionAlgorithm compressionAlgorithm;
@property(readwrite) BOOL retryEnabled;
@property(readwrite) NSTimeInterval keepaliveInterval;
@property(readwrite) NSTimeInterval keepaliveTimeout;
@property(readwrite) NSTimeInterval connectMinTimeout;
@property(readwrite) NSTimeInterval connectInitialBackoff;
@property(readwrite) NSTimeInterval connectMaxBackoff;
@property(copy, readwrite) NSDictionary *additionalChannelArgs;
@property(copy, readwrite) NSString *PEMRootCertificates;
@property(copy, readwrite) NSString *PEMPrivateKey;
@property(copy, readwrite) NSString *PEMCertificateChain;
@property(readwrite) GRPCTransportType transportType;
@property(readwrite) GRPCTransportID transport;
@property(copy, readwrite) NSString *hostNameOverride;
@property(copy, readwrite) NSString *channelPoolDomain;
@property(readwrite) NSUInteger channelID;
@end

@interface GRPCRequestOptions : NSObject <NSCopying>
@property(copy, readonly) NSString *host;
@property(copy, readonly) NSString *path;
@property(readonly) GRPCCallSafety safety;
- (instancetype)initWithHost:(NSString *)host path:(NSString *)path safety:(GRPCCallSafety)safety;
@end

@protocol GRPCResponseHandler <NSObject>
@required
@property(atomic, readonly) dispatch_queue_t dispatchQueue;
@optional
- (void)didReceiveInitialMetadata:(NSDictionary *)initialMetadata;
- (void)didReceiveRawMessage:(NSData *)message;
- (void)didReceiveData:(id)data;
- (void)didCloseWithTrailingMetadata:(NSDictionary *)trailingMetadata error:(NSError *)error;
- (void)didWriteData;
@end

@protocol GRPCProtoResponseHandler <NSObject>
@required
@property(atomic, readonly) dispatch_queue_t dispatchQueue;
@optional
- (void)didReceiveInitialMetadata:(NSDictionary *)initialMetadata;
- (void)didReceiveProtoMessage:(GPBMessage *)message;
- (void)didCloseWithTrailingMetadata:(NSDictionary *)trailingMetadata error:(NSError *)error;
- (void)didWriteMessage;
@end

@interface GRPCUnaryResponseHandler<ResponseType> : NSObject <GRPCProtoResponseHandler>
@property(readonly, copy) NSDictionary *responseHeaders;
@property(readonly, copy) NSDictionary *responseTrailers;
- (instancetype)initWithResponseHandler:(void (^)(ResponseType response, NSError *error))handler
                  responseDispatchQueue:(dispatch_queue_t)dispatchQueue;
@end

@interface GRPCCall2 : NSObject
- (instancetype)initWithRequestOptions:(GRPCRequestOptions *)requestOptions
                       responseHandler:(id<GRPCResponseHandler>)responseHandler
                           callOptions:(GRPCCallOptions *)callOptions;
- (instancetype)initWithRequestOptions:(GRPCRequestOptions *)requestOptions
                       responseHandler:(id<GRPCResponseHandler>)responseHandler;
- (void)start;
- (void)cancel;
- (void)writeData:(id)data;
- (void)finish;
- (void)receiveNextMessages:(NSUInteger)numberOfMessages;
+ (void)registerGlobalInterceptor:(id<GRPCInterceptorFactory>)interceptorFactory;
+ (id<GRPCInterceptorFactory>)globalInterceptorFactory;
@end

@interface GRPCUnaryProtoCall : NSObject
- (void)start;
- (void)cancel;
- (void)receiveNextMessage;
- (void)receiveNextMessages:(NSUInteger)numberOfMessages;
@end

@interface GRPCStreamingProtoCall : NSObject
- (void)start;
- (void)cancel;
- (void)writeMessage:(GPBMessage *)message;
- (void)finish;
- (void)receiveNextMessage;
- (void)receiveNextMessages:(NSUInteger)numberOfMessages;
@end

@interface GRPCProtoMethod : NSObject
- (instancetype)initWithPackage:(NSString *)package
                        service:(NSString *)service
                         method:(NSString *)method;
@end

@interface GRPCProtoService : NSObject
- (instancetype)initWithHost:(NSString *)host
                 packageName:(NSString *)packageName
                 serviceName:(NSString *)serviceName
                 callOptions:(GRPCCallOptions *)callOptions;
- (GRPCUnaryProtoCall *)RPCToMethod:(NSString *)method
                            message:(id)message
                    responseHandler:(id<GRPCProtoResponseHandler>)handler
                        callOptions:(GRPCCallOptions *)callOptions
                      responseClass:(Class)responseClass;
- (GRPCStreamingProtoCall *)RPCToMethod:(NSString *)method
                        responseHandler:(id<GRPCProtoResponseHandler>)handler
                            callOptions:(GRPCCallOptions *)callOptions
                          responseClass:(Class)responseClass;
@end

@interface GRPCInterceptorManager : NSObject
- (void)startNextInterceptorWithRequest:(GRPCRequestOptions *)requestOptions
                            callOptions:(GRPCCallOptions *)callOptions;
- (void)forwardPreviousInterceptorWithData:(id)data;
- (void)shutDown;
@end

@interface GRPCInterceptor : NSObject <GRPCResponseHandler>
- (instancetype)initWithInterceptorManager:(GRPCInterceptorManager *)interceptorManager
                             dispatchQueue:(dispatch_queue_t)dispatchQueue;
- (void)startWithRequestOptions:(GRPCRequestOptions *)requestOptions
                    callOptions:(GRPCCallOptions *)callOptions;
- (void)writeData:(id)data;
- (void)finish;
- (void)cancel;
- (void)receiveNextMessages:(NSUInteger)numberOfMessages;
- (void)didReceiveInitialMetadata:(NSDictionary *)initialMetadata;
- (void)didReceiveData:(id)data;
- (void)didCloseWithTrailingMetadata:(NSDictionary *)trailingMetadata error:(NSError *)error;
- (void)didWriteData;
@end

// What the plugin gives the class of every service, beside its calls.
@protocol GRPCGeneratedService
- (instancetype)initWithHost:(NSString *)host callOptions:(GRPCCallOptions *)callOptions;
+ (instancetype)serviceWithHost:(NSString *)host callOptions:(GRPCCallOptions *)callOptions;
@end
