import MoultFindings
import MoultSource

extension EffectClimb {
  /// Inserts text; of two at one place the later one stands behind, unless it is to be the first.
  mutating func insert(_ text: String, at place: SourcePlace, isFirst: Bool = false) {
    let range = place.offset..<place.offset
    func joined(_ edits: inout [Edit]) {
      // Two insertions at one offset are one, in the order that is meant.
      if let index = edits.firstIndex(where: { $0.range == range }) {
        let old = String(decoding: edits[index].replacement, as: UTF8.self)
        edits[index] = Edit(range, isFirst ? text + old : old + text)
      } else {
        edits.append(Edit(range, text))
      }
    }
    if place.path == home.source.path {
      joined(&consequence.edits)
    } else {
      joined(&consequence.elsewhere[place.path, default: []])
    }
  }
}
