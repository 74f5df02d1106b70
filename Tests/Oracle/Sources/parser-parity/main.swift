import Corpus
import Foundation
import MoultSource
import MoultSyntax
import Reference

/// Compares the trees of one file and adds to the tallies.
func compare(_ file: CorpusFile, into tallies: inout [NodeKind: Tally]) -> Bool {
  guard let theirs = file.bytes.withUnsafeBufferPointer({ theirItems($0) }) else { return false }
  let ours = ourItems(parse(SourceText(path: file.path, bytes: file.bytes)))
  var counts: [Item: Int] = [:]
  for item in ours { counts[item, default: 0] += 1 }
  for item in theirs { counts[item, default: 0] -= 1 }
  for item in theirs { tallies[item.kind, default: Tally()].agreeing += 1 }
  for (item, count) in counts where count != 0 {
    var tally = tallies[item.kind] ?? Tally()
    if count > 0 {
      tally.onlyOurs += count
    } else {
      tally.onlyTheirs -= count
      tally.agreeing += count
    }
    if tally.examples.count < 400 {
      let text = String(
        decoding: file.bytes[item.start..<min(item.end, item.start + 100)], as: UTF8.self)
      tally.examples.append(
        Example(
          place: "\(file.path):\(line(of: item.start, in: file.bytes))", isOurs: count > 0,
          name: item.name, text: text.replacing("\n", with: "⏎")))
    }
    tallies[item.kind] = tally
  }
  return true
}

/// Returns the figures of all kinds, and examples where they disagree.
func report(_ tallies: [NodeKind: Tally], examples: Int) -> String {
  var text = ""
  var agreeing = 0
  var disagreeing = 0
  let sorted = tallies.sorted {
    ($1.value.onlyOurs + $1.value.onlyTheirs, $0.key.rawValue)
      < ($0.value.onlyOurs + $0.value.onlyTheirs, $1.key.rawValue)
  }
  for (kind, tally) in sorted {
    agreeing += tally.agreeing
    disagreeing += tally.onlyOurs + tally.onlyTheirs
    text +=
      "\(kind): agree \(tally.agreeing), only ours \(tally.onlyOurs), only theirs \(tally.onlyTheirs)\n"
    let shown = tally.examples.sorted { $0.place < $1.place }
    let step = max(shown.count / max(examples, 1), 1)
    for index in stride(from: 0, to: shown.count, by: step).prefix(examples) {
      let example = shown[index]
      text +=
        "    \(example.isOurs ? "ours  " : "theirs") \(example.place) [\(example.name)] \(example.text)\n"
    }
  }
  let share = Double(agreeing) / Double(max(agreeing + disagreeing, 1)) * 100
  return "items agreeing \(agreeing), disagreeing \(disagreeing): \(share) %\n" + text
}

/// Returns the percentage of items that have to agree.
func bar(_ arguments: ArraySlice<String>) -> Double {
  let prefix = "--bar="
  let argument = arguments.first { $0.hasPrefix(prefix) }
  return argument.flatMap { Double($0.dropFirst(prefix.count)) } ?? 99.9
}

let arguments = CommandLine.arguments.dropFirst()
var files = try swiftFiles(in: arguments.filter { !$0.hasPrefix("--") })
if arguments.contains("--snippets") { files = snippets(in: files) }
var tallies: [NodeKind: Tally] = [:]
var compared = 0
for file in files where compare(file, into: &tallies) { compared += 1 }
print("files \(files.count), without error for swift-syntax \(compared)")
print(report(tallies, examples: arguments.contains("--all") ? 400 : 10))
let agreeing = tallies.values.reduce(0) { $0 + $1.agreeing }
let disagreeing = tallies.values.reduce(0) { $0 + $1.onlyOurs + $1.onlyTheirs }
exit(Double(agreeing) * 100 >= bar(arguments) * Double(agreeing + disagreeing) ? 0 : 1)
