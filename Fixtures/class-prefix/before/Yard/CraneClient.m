#import "CraneClient.h"

#import <ProtoRPC/ProtoRPC.h>

#import "Crane.pbobjc.h"
#import "Crane.pbrpc.h"
#import "Load.pbobjc.h"

#define EMPTY_LOAD [Load message]

static NSString *const kFullName = @"harbor.crane.v1.Load";

@interface CraneClient () <GRPCProtoResponseHandler>
@end

@implementation CraneClient {
  id<Crane2> _service;
  NSMutableArray<Load *> *_loads;
  CraneState _state;
}

- (instancetype)initWithHost:(NSString *)host {
  return [self initWithService:[[Crane alloc] initWithHost:host callOptions:nil]];
}

- (instancetype)initWithService:(id<Crane2>)service {
  if ((self = [super init])) {
    _service = service;
    _loads = [NSMutableArray arrayWithObject:EMPTY_LOAD];
    _state = CraneState_CraneStateIdle;
  }
  return self;
}

- (dispatch_queue_t)dispatchQueue { return dispatch_get_main_queue(); }

- (void)Load:(Load *)load handler:(LiftHandler)handler {
  NSAssert([[Load descriptor].fullName isEqual:kFullName], @"Load is not what it was");
  if (load.weightOneOfCase == Load_Weight_OneOfCase_GPBUnsetOneOfCase) {
    load.declaredTons = 1;
  } else if (load.weightOneOfCase == Load_Weight_OneOfCase_MeasuredTons) {
    Load_ClearWeightOneOfCase(load);
  }
  if (!Load_Packing_IsValidValue(Load_Packing_RawValue(load))) {
    SetLoad_Packing_RawValue(load, Load_Packing_PackingBulk);
  }
  switch (load.packing) {
    case Load_Packing_PackingContainer: [load.sealsArray addObject:[Load_Seal message]]; break;
    case Load_Packing_GPBUnrecognizedEnumeratorValue: return;
    default: break;
  }
  LiftRequest *request = [[LiftRequest alloc] init];
  request.load = load;
  Duration_Class *limit = [Duration_Class message];
  limit.seconds = 30;
  request.limit = limit;
  GRPCUnaryResponseHandler<LiftReply *> *unary =
      [[GRPCUnaryResponseHandler alloc] initWithResponseHandler:handler responseDispatchQueue:nil];
  [[_service liftWithMessage:request responseHandler:unary callOptions:nil] start];
}

- (void)didReceiveProtoMessage:(GPBMessage *)message {
  if (![message isKindOfClass:[LiftReply class]]) return;
  _state = ((LiftReply *)message).state;
  NSLog(@"%@ %d", CraneState_EnumDescriptor().name, LiftReply_FieldNumber_State);
}

- (NSArray<Load *> *)lifted { return _loads; }

@end

/* A Crane in a comment, and CraneState_CraneStateIdle as well. */
