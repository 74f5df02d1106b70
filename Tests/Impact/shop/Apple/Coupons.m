#import "shop/Coupon.pbobjc.h"

static int32_t Discount(SHPCoupon *coupon) {
  if (!coupon.hasPercent) {
    return 0;
  }
  return coupon.percent;
}

static SHPCoupon *MakeCoupon(NSString *code) {
  SHPCoupon *coupon = [SHPCoupon message];
  coupon.code = code;
  coupon.reason = SHPCoupon_Reason_ReasonSorry;
  [coupon setExtension:[SHPCouponRoot campaign] value:@"autumn"];
  return Discount(coupon) > 0 ? coupon : nil;
}

NSString *Words(SHPCoupon_Reason reason) {
  return reason == SHPCoupon_Reason_ReasonNone ? @"" : MakeCoupon(@"x").code;
}
