import Corpus
import Foundation

/// Returns the number behind `name=` among the arguments.
func number(_ name: String, default fallback: Int) -> Int {
  let prefix = "--\(name)="
  let argument = CommandLine.arguments.first { $0.hasPrefix(prefix) }
  return argument.flatMap { Int($0.dropFirst(prefix.count)) } ?? fallback
}

let arguments = CommandLine.arguments.dropFirst()
let parses = arguments.contains("--parse")
if arguments.contains("--nesting") {
  exit(checkNesting(depth: number("depth", default: 100_000), parses: parses))
}
let options = CheckOptions(
  first: number("first", default: 0), count: number("count", default: 100_000),
  comparesTokens: arguments.contains("--compare"), parses: parses)
let files = try swiftFiles(in: arguments.filter { !$0.hasPrefix("--") })
exit(checkMutations(of: files, options))
