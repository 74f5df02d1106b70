import ArgumentParser
import MoultFindings

/// A shard as the command line names it: `2/4`.
struct ShardArgument: ExpressibleByArgument {
  /// What was written.
  let text: String

  /// Nil if it names no shard.
  let shard: Shard?

  init?(argument: String) {
    text = argument
    shard = Shard(argument)
  }

  /// Refuses what names no part.
  func validate() throws {
    guard shard == nil else { return }
    throw ValidationError(
      "--shard '\(text)' names no part: it takes INDEX/COUNT, from 1/1 to \(Shard.mostParts)/\(Shard.mostParts), such as 1/4 for the first of four"
    )
  }
}

extension Shard {
  /// Reads `2/4`.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let index = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    self.init(index: index, count: count)
  }
}
