import Foundation

/// How the tool ends.
enum StatusCode: Int32 {
    case ok = 0
    case failed = 1
    case usage = 64
}

/// What `hello --version` prints.
struct Metadata {
    let version: String
    let values: [String: String]

    init(_ values: [String: String]) throws {
        guard let version = values["version"] else { throw OptionError.incomplete }
        self.version = version
        self.values = values
    }

    subscript(key: String) -> String? {
        return values[key]
    }
}

enum OptionError: Error {
    case incomplete
    case noNames
}

struct Options {
    var host = "127.0.0.1"
    var port = 50051
    var names: [String] = []

    init(arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--host":
                guard let value = rest.popFirst() else { throw OptionError.incomplete }
                host = value
            case "--port":
                guard let value = rest.popFirst(), let number = Int(value) else {
                    throw OptionError.incomplete
                }
                port = number
            case "--version":
                let metadata = try Metadata(["version": "2.3.0", "build": "release"])
                print("hello \(metadata.version) (\(metadata["build"] ?? "unknown"))")
            default:
                names.append(argument)
            }
        }
        guard !names.isEmpty else { throw OptionError.noNames }
    }
}
