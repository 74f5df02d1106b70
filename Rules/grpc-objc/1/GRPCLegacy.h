// What gRPC for Objective-C calls its old API: calls that are writers, and settings for each host.
// Ships beside the new one, so it is read together with the header of era 2.

@protocol GRXWriteable <NSObject>
- (void)writeValue:(id)value;
- (void)writesFinishedWithError:(NSError *)errorOrNil;
@end

typedef void (^GRXSingleHandler)(id value, NSError *errorOrNil);
typedef void (^GRXEventHandler)(BOOL done, id value, NSError *error);

@interface GRXWriteable : NSObject <GRXWriteable>
+ (instancetype)writeableWithSingleHandler:(GRXSingleHandler)handler;
+ (instancetype)writeableWithEventHandler:(GRXEventHandler)handler;
@end

typedef NS_ENUM(NSInteger, GRXWriterState) {
  GRXWriterStateNotStarted,
  GRXWriterStateStarted,
  GRXWriterStatePaused,
  GRXWriterStateFinished
};

@interface GRXWriter : NSObject
@property(nonatomic) GRXWriterState state;
+ (instancetype)writerWithValue:(id)value;
+ (instancetype)writerWithContainer:(id)container;
+ (instancetype)writerWithEnumerator:(id)enumerator;
+ (instancetype)writerWithValueSupplier:(id (^)(void))block;
+ (instancetype)writerWithError:(NSError *)error;
+ (instancetype)emptyWriter;
- (void)startWithWriteable:(id<GRXWriteable>)writeable;
- (void)finishWithError:(NSError *)errorOrNil;
@end

@interface GRXImmediateWriter : GRXWriter
@end

@interface GRXImmediateSingleWriter : GRXImmediateWriter
@end

@interface GRXForwardingWriter : GRXWriter
- (instancetype)initWithWriter:(GRXWriter *)writer;
@end

@interface GRXMappingWriter : GRXForwardingWriter
- (instancetype)initWithWriter:(GRXWriter *)writer map:(id (^)(id value))map;
@end

@interface GRXBufferedPipe : GRXWriter <GRXWriteable>
+ (instancetype)pipe;
@end

@interface GRXConcurrentWriteable : NSObject
- (instancetype)initWithWriteable:(id<GRXWriteable>)writeable;
@end

@protocol GRPCRequestHeaders <NSObject>
- (id)objectForKeyedSubscript:(id)key;
- (void)setObject:(id)object forKeyedSubscript:(id)key;
@end

@interface GRPCCall : GRXWriter
@property(atomic, copy) NSString *serverName;
@property(nonatomic) NSTimeInterval timeout;
@property(atomic, readonly) NSMutableDictionary *requestHeaders;
@property(atomic, readonly) NSDictionary *responseHeaders;
@property(atomic, readonly) NSDictionary *responseTrailers;
- (instancetype)initWithHost:(NSString *)host
                        path:(NSString *)path
              requestsWriter:(GRXWriter *)requestsWriter;
- (void)cancel;
- (void)setResponseDispatchQueue:(dispatch_queue_t)queue;
+ (void)setCallSafety:(GRPCCallSafety)callSafety host:(NSString *)host path:(NSString *)path;
@end

@interface GRPCCall (ChannelArg)
+ (void)setUserAgentPrefix:(NSString *)userAgentPrefix forHost:(NSString *)host;
+ (void)setUserAgentSuffix:(NSString *)userAgentSuffix forHost:(NSString *)host;
+ (void)setResponseSizeLimit:(NSUInteger)limit forHost:(NSString *)host;
+ (void)setDefaultCompressMethod:(GRPCCompressionAlgorithm)algorithm forhost:(NSString *)host;
+ (void)setKeepaliveWithInterval:(int)interval timeout:(int)timeout forHost:(NSString *)host;
+ (void)enableRetry:(BOOL)enabled forHost:(NSString *)host;
+ (void)setMinConnectTimeout:(unsigned int)timeout
              initialBackoff:(unsigned int)initialBackoff
                  maxBackoff:(unsigned int)maxBackoff
                     forHost:(NSString *)host;
+ (void)closeOpenConnections;
@end

@interface GRPCCall (ChannelCredentials)
+ (BOOL)setTLSPEMRootCerts:(NSString *)pemRootCert forHost:(NSString *)host error:(NSError **)error;
+ (BOOL)setTLSPEMRootCerts:(NSString *)pemRootCert
            withPrivateKey:(NSString *)pemPrivateKey
             withCertChain:(NSString *)pemCertChain
                   forHost:(NSString *)host
                     error:(NSError **)error;
@end

@interface GRPCCall (Tests)
+ (void)useTestCertsPath:(NSString *)certsPath testName:(NSString *)testName forHost:(NSString *)host;
+ (void)useInsecureConnectionsForHost:(NSString *)host;
+ (void)resetHostSettings;
@end

@interface GRPCCall (OAuth2)
@property(atomic, copy) NSString *oauth2AccessToken;
@property(atomic, copy, readonly) NSString *oauth2ChallengeHeader;
@property(atomic, strong) id<GRPCAuthorizationProtocol> tokenProvider;
@end

@interface GRPCProtoCall : GRPCCall
- (instancetype)initWithHost:(NSString *)host
                      method:(GRPCProtoMethod *)method
              requestsWriter:(GRXWriter *)requestsWriter
               responseClass:(Class)responseClass
          responsesWriteable:(id<GRXWriteable>)responsesWriteable;
- (void)start;
@end

@interface ProtoRPC : GRPCProtoCall
@end

@interface ProtoMethod : GRPCProtoMethod
@end

@interface GRPCProtoService (Legacy)
- (instancetype)initWithHost:(NSString *)host
                 packageName:(NSString *)packageName
                 serviceName:(NSString *)serviceName;
- (GRPCProtoCall *)RPCToMethod:(NSString *)method
                requestsWriter:(GRXWriter *)requestsWriter
                 responseClass:(Class)responseClass
            responsesWriteable:(id<GRXWriteable>)responsesWriteable;
@end

@interface ProtoService : GRPCProtoService
@end

extern const GRPCTransportType GRPCTransportTypeCronet;

// What the plugin gives the class of every service with `no_v1_compatibility` left out, beside its calls.
@protocol GRPCGeneratedLegacyService
- (instancetype)initWithHost:(NSString *)host;
+ (instancetype)serviceWithHost:(NSString *)host;
@end
