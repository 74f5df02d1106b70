#import "shop/Order.pbobjc.h"
#import "shop/Address.pbobjc.h"

@interface Receipt : NSObject
@property(nonatomic, copy) NSString *total;
@property(nonatomic, strong) SHPOrder *order;
- (NSString *)headline;
@end

@implementation Receipt
- (NSString *)headline {
  NSString *total = self.total;
  if (self.order.total > 0 && total != nil) {
    return self.order.id_p;
  }
  return [self.order hasNote] ? self.order.note : @"";
}

- (void)fill:(SHPOrder *)order {
  order.total = 3;
  [order setTotal:4];
  order.note = @"none";
  order.hasNote = NO;
  order.status = SHPStatus_StatusOpen;
  [order.itemsArray addObject:[SHPOrder_Item message]];
  if (order.itemsArray_Count > 0 && order.hasAddress) {
    order.address.city = @"";
  }
  int64_t created = order.createdAt;
  (void)created;
  [order.counts setInt32:1 forKey:@"all"];
}

- (NSString *)payment:(SHPOrder *)order {
  switch (order.paymentOneOfCase) {
    case SHPOrder_Payment_OneOfCase_Card: return order.card.number;
    case SHPOrder_Payment_OneOfCase_Voucher: return order.voucher;
    case SHPOrder_Payment_OneOfCase_GPBUnsetOneOfCase: return nil;
  }
  return nil;
}

- (void)clear:(SHPOrder *)order {
  SHPOrder_ClearPaymentOneOfCase(order);
  SHPCard *card = order.card;
  card.holder = nil;
  if (SHPOrder_Status_RawValue(order) == SHPStatus_StatusClosed) {
    order.status = SHPStatus_StatusUnspecified;
  }
  SHPOrder_Item *item = [[SHPOrder_Item alloc] init];
  item.kind = SHPOrder_Item_Kind_KindGift;
  item.quantity = 1;
  item.sku = @"";
}
@end
