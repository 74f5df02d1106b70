import GRPC

final class OrdersServer: Shop_V1_OrdersAsyncProvider {
  func getOrder(
    request: Shop_V1_GetOrderRequest, context: GRPCAsyncServerCallContext
  ) async throws -> Shop_V1_Order {
    .with { $0.id = request.id }
  }

  func watchOrders(
    request: Shop_V1_WatchOrdersRequest,
    responseStream: GRPCAsyncResponseStreamWriter<Shop_V1_Order>,
    context: GRPCAsyncServerCallContext
  ) async throws {
    let order = try await getOrder(request: .init(), context: context)
    try await responseStream.send(order)
  }
}
