import RulePages

/// What libFuzzer calls with each input: a page is read, or refused for a line that it has.
@_cdecl("LLVMFuzzerTestOneInput")
public func readPage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let text = String(decoding: bytes, as: UTF8.self)
  do {
    let page = try parsePage(text, path: "page.md")
    precondition(!page.rows.isEmpty, "a page without a row")
    for pageCase in page.cases { precondition(!pageCase.before.isEmpty, "a case without code") }
  } catch {
    precondition(error.line >= 1, "an error before the first line")
  }
  return 0
}
