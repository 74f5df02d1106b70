#import "CraneClient.h"

#import <ProtoRPC/ProtoRPC.h>

#import "Crane.pbobjc.h"
#import "Crane.pbrpc.h"
#import "Load.pbobjc.h"

#define EMPTY_LOAD [HCXLoad message]

static NSString *const kFullName = @"harbor.crane.v1.Load";

@interface CraneClient () <GRPCProtoResponseHandler>
@end

@implementation CraneClient {
  id<HCXCrane2> _service;
  NSMutableArray<HCXLoad *> *_loads;
  HCXCraneState _state;
}

- (instancetype)initWithHost:(NSString *)host {
  return [self initWithService:[[HCXCrane alloc] initWithHost:host callOptions:nil]];
}

- (instancetype)initWithService:(id<HCXCrane2>)service {
  if ((self = [super init])) {
    _service = service;
    _loads = [NSMutableArray arrayWithObject:EMPTY_LOAD];
    _state = HCXCraneState_CraneStateIdle;
  }
  return self;
}

- (dispatch_queue_t)dispatchQueue { return dispatch_get_main_queue(); }

- (void)Load:(HCXLoad *)load handler:(LiftHandler)handler {
  NSAssert([[HCXLoad descriptor].fullName isEqual:kFullName], @"Load is not what it was");
  if (load.weightOneOfCase == HCXLoad_Weight_OneOfCase_GPBUnsetOneOfCase) {
    load.declaredTons = 1;
  } else if (load.weightOneOfCase == HCXLoad_Weight_OneOfCase_MeasuredTons) {
    HCXLoad_ClearWeightOneOfCase(load);
  }
  if (!HCXLoad_Packing_IsValidValue(HCXLoad_Packing_RawValue(load))) {
    SetHCXLoad_Packing_RawValue(load, HCXLoad_Packing_PackingBulk);
  }
  switch (load.packing) {
    case HCXLoad_Packing_PackingContainer: [load.sealsArray addObject:[HCXLoad_Seal message]]; break;
    case HCXLoad_Packing_GPBUnrecognizedEnumeratorValue: return;
    default: break;
  }
  HCXLiftRequest *request = [[HCXLiftRequest alloc] init];
  request.load = load;
  HCXDuration *limit = [HCXDuration message];
  limit.seconds = 30;
  request.limit = limit;
  GRPCUnaryResponseHandler<HCXLiftReply *> *unary =
      [[GRPCUnaryResponseHandler alloc] initWithResponseHandler:handler responseDispatchQueue:nil];
  [[_service liftWithMessage:request responseHandler:unary callOptions:nil] start];
}

- (void)didReceiveProtoMessage:(GPBMessage *)message {
  if (![message isKindOfClass:[HCXLiftReply class]]) return;
  _state = ((HCXLiftReply *)message).state;
  NSLog(@"%@ %d", HCXCraneState_EnumDescriptor().name, HCXLiftReply_FieldNumber_State);
}

- (NSArray<HCXLoad *> *)lifted { return _loads; }

@end

/* A Crane in a comment, and CraneState_CraneStateIdle as well. */
