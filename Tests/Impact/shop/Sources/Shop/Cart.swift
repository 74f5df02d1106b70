import SwiftProtobuf

/// The app's own words, some of which are the schema's as well.
struct Cart {
  var total: Int32 = 0
  var note = ""
  var status = "open"
  var items: [Shop_V1_Order.Item] = []

  var quantity: Int32 { items.reduce(0) { $0 + $1.quantity } }

  mutating func add(_ sku: String, _ kind: Shop_V1_Order.Item.Kind = .gift) {
    items.append(
      .with {
        $0.sku = sku
        $0.quantity = 1
        $0.kind = kind
      })
    total += 1
  }

  func order() -> Shop_V1_Order {
    var order = Shop_V1_Order()
    order.total = total
    order.items = items
    order.status = .open
    if !note.isEmpty { order.note = note }
    order.counts["all", default: 0] += quantity
    return order
  }
}
