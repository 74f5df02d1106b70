import Foundation

/// What the command line says.
struct Options {
    var address = "localhost:7070"
    var isSecure = false
    var token: String?
    var seconds = 10.0
    var command = "help"
    var arguments: [String] = []

    init(_ words: [String]) {
        var rest = words
        while let word = rest.first {
            rest.removeFirst()
            switch word {
            case "--address": address = rest.isEmpty ? address : rest.removeFirst()
            case "--tls": isSecure = true
            case "--token": token = rest.isEmpty ? nil : rest.removeFirst()
            case "--timeout": seconds = rest.isEmpty ? seconds : Double(rest.removeFirst()) ?? seconds
            default:
                if command == "help" { command = word } else { arguments.append(word) }
            }
        }
    }
}
