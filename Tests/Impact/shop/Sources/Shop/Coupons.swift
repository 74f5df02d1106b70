import SwiftProtobuf

func discount(_ coupon: Shop_V1_Coupon) -> Int32 {
  guard coupon.hasPercent else { return 0 }
  return coupon.percent
}

func coupon(_ code: String) -> Shop_V1_Coupon {
  Shop_V1_Coupon.with {
    $0.code = code
    $0.reason = .sorry
    $0.Shop_V1_campaign = "autumn"
  }
}

func words(_ reason: Shop_V1_Coupon.Reason) -> String {
  switch reason {
  case .none: return ""
  case .sorry: return "sorry"
  }
}
