import SwiftProtobuf

extension Shop_V1_Order {
  /// The total and what it is for.
  var headline: String { "\(total) for \(items.count) of \(id)" }
}

func lines(of order: Shop_V1_Order) -> [String] {
  var lines = ["order \(order.id)", "total \(order.total)", order.headline]
  if order.hasNote { lines.append(order.note) }
  if order.hasAddress { lines.append("\(order.address.street), \(order.address.city)") }
  for item in order.items where item.kind != .unspecified {
    lines.append("\(item.quantity) x \(item.sku)")
  }
  lines += order.counts.map { "\($0.key): \($0.value)" }
  let seconds: Int64 = order.createdAt
  return lines + ["\(seconds)"]
}

func payment(of order: Shop_V1_Order) -> String {
  switch order.payment {
  case .card(let card): return card.number
  case .voucher(let code): return code
  case nil: return "nothing"
  }
}

func title(of status: Shop_V1_Status) -> String {
  switch status {
  case .open: return "open"
  case .closed: return "closed"
  case .unspecified: return "?"
  case .UNRECOGNIZED(let number): return "\(number)"
  }
}

func isOpen(_ status: Shop_V1_Status) -> Bool {
  switch status {
  case .open: return true
  default: return false
  }
}

let totals: KeyPath<Shop_V1_Order, Int32> = \.total

func cleared(_ order: Shop_V1_Order) -> Shop_V1_Order {
  var order = order
  order.clearNote()
  order.clearAddress()
  if case .card? = order.payment { order.card.holder = "" }
  order.payment = .voucher("none")
  return order
}
