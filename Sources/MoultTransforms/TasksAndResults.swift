import MoultRewriting

/// What Swift's own library declares, as new code names it.
extension Code {
  /// `any Error`.
  static let anyError = Code.form(.existential(.library("Swift.Error")))

  /// `Task { … }`.
  static func task(_ closure: ClosureCode) -> Code {
    .call(.library("_Concurrency.Task"), [], trailing: [closure])
  }

  /// `Task<Void, Never>`, or `Task<Void, any Error>`.
  static func taskType(canFail: Bool) -> Code {
    .generic(
      .library("_Concurrency.Task"), [.word("Void"), canFail ? .anyError : .word("Never")])
  }

  /// `Result<Value, any Error>`.
  static func result(of value: Code) -> Code {
    .generic(.library("Swift.Result"), [value, .anyError])
  }

  /// `value.method { … }`.
  func calling(_ method: String, with closure: ClosureCode) -> Code {
    .call(member(method), [], trailing: [closure])
  }
}
