/// What an expression is known to be.
package enum ObjCValue: Hashable, Sendable {
  /// The class itself, as in `[Foo alloc]`.
  case classObject(String)
  case instance(ObjCType)
  case unknown

  /// The name of the class, of an object or of the class itself; nil where it is unknown.
  package var className: String? {
    switch self {
    case .classObject(let name): name
    case .instance(let type): type.isObjectOfAnyClass ? nil : type.name
    case .unknown: nil
    }
  }
}

extension ObjCValue {
  /// What a smart pointer of C++ points to; any other value is itself.
  var pointee: ObjCValue {
    guard case .instance(let type) = self, ["unique_ptr", "shared_ptr"].contains(type.name),
      let name = type.arguments.first
    else { return self }
    return .instance(ObjCType(name: name, pointers: 1))
  }
}
