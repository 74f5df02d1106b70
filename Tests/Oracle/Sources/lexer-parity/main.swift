import Corpus
import Foundation
import Reference

func compare(_ files: [CorpusFile]) -> Int32 {
  var tokenCount = 0
  var byteCount = 0
  var clean = 0
  var cleanAgreeing = 0
  var otherAgreeing = 0
  var shown = 0
  for file in files {
    let ours = ourTokens(file.bytes)
    let (theirs, isClean) = file.bytes.withUnsafeBufferPointer {
      (referenceTokens($0), referenceAccepts($0))
    }
    tokenCount += theirs.count
    byteCount += file.bytes.count
    if isClean { clean += 1 }
    guard let difference = firstDifference(ours, theirs) else {
      if isClean { cleanAgreeing += 1 } else { otherAgreeing += 1 }
      continue
    }
    guard shown < 40 else { continue }
    shown += 1
    let offset = min(difference.ours?.start ?? .max, difference.theirs?.start ?? .max)
    print("\(file.path):\(line(of: offset, in: file.bytes)):\(isClean ? "" : " (has errors)")")
    print("  ours:  ", difference.ours?.description(in: file.bytes) ?? "nothing")
    print("  theirs:", difference.theirs?.description(in: file.bytes) ?? "nothing")
  }
  print("files \(files.count), bytes \(byteCount), tokens \(tokenCount)")
  print("parsed without error: \(cleanAgreeing) of \(clean) files agree token for token")
  print("with errors: \(otherAgreeing) of \(files.count - clean) files agree token for token")
  return cleanAgreeing == clean ? 0 : 1
}

let arguments = CommandLine.arguments.dropFirst()
var files = try swiftFiles(in: arguments.filter { !$0.hasPrefix("--") })
if arguments.contains("--snippets") { files = snippets(in: files) }
if arguments.contains("--bench") || arguments.contains("--bench-ours") {
  let speeds = bench(files, oursOnly: arguments.contains("--bench-ours"))
  if arguments.contains("--bars"), !speeds.reachBars() { exit(1) }
} else {
  exit(compare(files))
}
