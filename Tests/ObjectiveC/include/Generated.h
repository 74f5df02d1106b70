// What the generators make of sample services with one RPC of each kind; `ERA` 1 has the old forms beside the new.
@interface HelloRequest : GPBMessage
@end
@interface HelloReply : GPBMessage
@property(copy) NSString *message;
@end
@interface Event : GPBMessage
@end
@interface HCXLoad : GPBMessage
@end
@interface HCXReceipt : GPBMessage
@end
@interface SPXChunk : GPBMessage
@end
@interface SPXText : GPBMessage
@property(copy) NSString *value;
@end

#if ERA == 1
#define OLD_UNARY(lower, upper, Request, Reply)                                                    \
  -(void)lower##WithRequest : (Request *)request handler                                           \
      : (void (^)(Reply *response, NSError *error))handler;                                        \
  -(GRPCProtoCall *)RPCTo##upper##WithRequest : (Request *)request handler                         \
      : (void (^)(Reply *response, NSError *error))handler;
#define OLD_INIT                                                                                   \
  -(instancetype)initWithHost : (NSString *)host;                                                  \
  +(instancetype)serviceWithHost : (NSString *)host;
#else
#define OLD_UNARY(lower, upper, Request, Reply)
#define OLD_INIT
#endif

#define NEW_UNARY(lower, Request)                                                                  \
  -(GRPCUnaryProtoCall *)lower##WithMessage : (Request *)message responseHandler                   \
      : (id<GRPCProtoResponseHandler>)handler callOptions : (GRPCCallOptions *)callOptions;
#define NEW_STREAM(lower)                                                                          \
  -(GRPCStreamingProtoCall *)lower##WithResponseHandler                                            \
      : (id<GRPCProtoResponseHandler>)handler callOptions : (GRPCCallOptions *)callOptions;
#define SERVICE(Name)                                                                              \
  @interface Name : GRPCProtoService                                                               \
  -(instancetype)initWithHost : (NSString *)host callOptions : (GRPCCallOptions *)callOptions;     \
  +(instancetype)serviceWithHost : (NSString *)host callOptions : (GRPCCallOptions *)callOptions;  \
  OLD_INIT

@protocol Greeter2 <NSObject>
NEW_UNARY(sayHello, HelloRequest)
@end
@protocol Greeter <NSObject>
OLD_UNARY(sayHello, SayHello, HelloRequest, HelloReply)
@end

SERVICE(Greeter)
NEW_UNARY(sayHello, HelloRequest)
NEW_UNARY(watch, HelloRequest)
NEW_STREAM(upload)
NEW_STREAM(chat)
OLD_UNARY(sayHello, SayHello, HelloRequest, HelloReply)
#if ERA == 1
- (void)watchWithRequest:(HelloRequest *)request
            eventHandler:(void (^)(BOOL done, Event *response, NSError *error))eventHandler;
- (GRPCProtoCall *)RPCToWatchWithRequest:(HelloRequest *)request
                            eventHandler:(void (^)(BOOL done, Event *response, NSError *error))handler;
- (void)uploadWithRequestsWriter:(GRXWriter *)writer handler:(void (^)(Event *, NSError *))handler;
- (GRPCProtoCall *)RPCToUploadWithRequestsWriter:(GRXWriter *)writer
                                         handler:(void (^)(Event *, NSError *))handler;
- (void)chatWithRequestsWriter:(GRXWriter *)writer eventHandler:(void (^)(BOOL, Event *, NSError *))handler;
- (GRPCProtoCall *)RPCToChatWithRequestsWriter:(GRXWriter *)writer
                                  eventHandler:(void (^)(BOOL, Event *, NSError *))handler;
#endif
@end

@interface HLWGreeter : Greeter
@end

SERVICE(HCXCrane)
NEW_UNARY(moveLoad, HCXLoad)
OLD_UNARY(moveLoad, MoveLoad, HCXLoad, HCXReceipt)
@end

SERVICE(SPXSpeech)
NEW_UNARY(check, SPXChunk)
NEW_STREAM(upload)
OLD_UNARY(check, Check, SPXChunk, SPXText)
#if ERA == 1
- (GRPCProtoCall *)RPCToUploadWithRequestsWriter:(GRXWriter *)writer
                                         handler:(void (^)(SPXText *, NSError *))handler;
#endif
@end

SERVICE(SPXWords)
NEW_UNARY(find, SPXChunk)
OLD_UNARY(find, Find, SPXChunk, SPXText)
@end
