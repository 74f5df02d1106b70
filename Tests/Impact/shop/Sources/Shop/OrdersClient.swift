import GRPC
import NIOCore

struct OrdersClient {
  let client: Shop_V1_OrdersNIOClient

  init(channel: GRPCChannel) { client = Shop_V1_OrdersNIOClient(channel: channel) }

  func total(_ id: String) throws -> Int32 {
    let request = Shop_V1_GetOrderRequest.with { $0.id = id }
    let order = try client.getOrder(request).response.wait()
    return order.total
  }

  func watch(_ handler: @escaping (Shop_V1_Order) -> Void) {
    let call = client.watchOrders(.with { $0.past = true }, handler: handler)
    _ = call.status
  }
}
