import Foundation

public func describe(_ code: Int) -> String { "\(code)" }
