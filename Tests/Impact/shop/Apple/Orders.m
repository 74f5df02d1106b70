#import "shop/Order.pbrpc.h"

@interface OrdersClient : NSObject
@property(nonatomic, strong) SHPOrders *service;
@end

@implementation OrdersClient
- (void)load:(id<GRPCProtoResponseHandler>)handler options:(GRPCCallOptions *)options {
  SHPGetOrderRequest *request = [SHPGetOrderRequest message];
  request.id_p = @"1";
  GRPCUnaryProtoCall *call = [self.service getOrderWithMessage:request
                                               responseHandler:handler
                                                   callOptions:options];
  [call start];
  SHPWatchOrdersRequest *watch = [SHPWatchOrdersRequest message];
  watch.past = YES;
  [[self.service watchOrdersWithMessage:watch responseHandler:handler callOptions:options] start];
}
@end
