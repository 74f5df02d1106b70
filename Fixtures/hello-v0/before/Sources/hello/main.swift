import Foundation
import HelloAPI
import HelloClient

let options: Options
do {
    options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
} catch {
    print("usage: hello [--host HOST] [--port PORT] NAME…")
    exit(StatusCode.usage.rawValue)
}

let gateway = GreeterGateway(host: options.host, port: options.port, userId: NSUserName())
var journal = Journal(metadata: .init(device: "terminal", startedAt: Date()))
let reporter = ErrorReporter()

func show(_ name: String) {
    do {
        print(try gateway.greetings.greet(name))
        journal.add("greeted \(name)")
    } catch {
        print("\(name): \(reporter.report(error))")
        journal.add("greeted \(name)", status: .failed)
    }
}

func describe(_ name: String) throws -> String {
    let request = Hello_V1_ProfileRequest.with { $0.id = name }
    let profile = try gateway.client.getProfile(request)
    return profile.displayName.isEmpty ? name : profile.displayName
}

for name in options.names {
    show((try? describe(name)) ?? name)
}

if journal.count(of: .failed) > 0 {
    exit(StatusCode.failed.rawValue)
}
