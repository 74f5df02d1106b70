import Foundation
import Testing

/// Reads `renames.txt` of a folder: the page by row, nil for a row without one.
func renameTable(in folder: URL) throws -> [String: String?] {
  let text = try String(contentsOf: folder.appending(path: "renames.txt"), encoding: .utf8)
  var table: [String: String?] = [:]
  for line in text.split(separator: "\n") where !line.hasPrefix("#") {
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(cells.count == 2 && table[cells[0]] == nil, "\(line)")
    table[cells[0]] = .some(cells[1] == "-" ? nil : cells[1])
  }
  return table
}
