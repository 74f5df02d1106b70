import MoultObjC
import MoultSource

extension ObjCMatch {
  /// Whether a value says behind a call's making what it says before, where only the given statements are known to change nothing.
  ///
  /// Where other code stands between the making and the value, that code can change a property, assign a variable, or leave
  /// the body where the value cannot be read; what a literal, a constant or an unnamed variable says stays the same.
  ///
  /// - Parameters:
  ///   - making: what makes the call.
  ///   - statements: what sets something on the call.
  func isSame(_ value: ByteRange, behind making: ByteRange, _ statements: [ByteRange]) -> Bool {
    let between = making.upperBound..<value.lowerBound
    guard file.areInOneBranch(making.lowerBound, value.lowerBound) else { return false }
    guard file.hasCode(in: between, outside: statements) else { return true }
    let words = file.identifiers(in: value)
    guard let word = words.first else { return true }
    guard words.count == 1, word.range == value else {
      return source.text(value) == "dispatch_get_main_queue()"
    }
    let name = source.text(value)
    guard let variable = types.variable(name, at: value.lowerBound) else {
      // A constant or a macro of a header; an instance variable begins with a small letter or an underscore.
      return name == "nil" || name.first?.isUppercase == true
        || name.hasPrefix("k") && name.dropFirst().first?.isUppercase == true
    }
    let line = ByteOffset(source.bytes.startOfLine(at: variable.nameRange.lowerBound.index))
    let declaration = source.text(line..<variable.nameRange.lowerBound)
    switch variable.kind {
    case .local, .parameter:
      return !declaration.contains("__block") && !declaration.contains("static")
        && !file.identifiers(in: between).contains { source.text($0.range) == name }
    case .global: return declaration.split(separator: "*").last?.contains("const") == true
    case .instance, .field: return false
    }
  }
}
