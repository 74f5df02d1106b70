import Foundation
import RelayAPI
import SwiftGRPC

let options = Options(Array(CommandLine.arguments.dropFirst()))

do {
    let client = try makeClient(options)
    switch options.command {
    case "put": try put(client, name: options.arguments[0], value: options.arguments[1])
    case "get": get(client, names: options.arguments)
    case "get-all": try getAtOnce(client, names: options.arguments)
    case "tail": try tail(client, name: options.arguments[0])
    case "count": print(try count(client, name: options.arguments[0]))
    case "head": try head(client, name: options.arguments[0], limit: 10)
    case "load": print(try retrying(3) { try load(client, lines: options.arguments) })
    case "sync": print(try sync(client, items: []).count)
    case "next-door": print(try neighbour.get(.with { $0.name = options.arguments[0] }).value)
    default: print("relay put|get|get-all|tail|count|head|load|sync|next-door")
    }
} catch {
    print(text(of: error))
    exit(exitCode(for: error))
}
