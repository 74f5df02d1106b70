import MoultSource

/// What makes a configuration file of buf one of version 2.
struct BufUpgrade {
  /// They do not overlap, and touch only the lines that mean something else in version 2.
  var edits: [Edit] = []

  /// What a reader of the change should know: sentences without a final period.
  var reasons: [String] = []

  /// What a person has to do first; with one of these there is no edit.
  var refusals: [String] = []

  /// Adds a replacement; what is inserted at one offset comes in the order of the calls.
  mutating func replace(_ range: ByteRange, _ text: String) {
    if range.isEmpty, let index = edits.firstIndex(where: { $0.range == range }) {
      edits[index] = Edit(
        range: range, replacement: edits[index].replacement + Array(text.utf8))
    } else {
      edits.append(Edit(range, text))
    }
  }

  init() {}

  /// What the project's release of buf could not read is not written.
  init(_ pin: BufPin) { refusals = [pin.nextStep] }

  mutating func refuse(_ step: String) {
    if !refusals.contains(step) { refusals.append(step) }
  }

  mutating func remark(_ reason: String) {
    if !reasons.contains(reason) { reasons.append(reason) }
  }
}
