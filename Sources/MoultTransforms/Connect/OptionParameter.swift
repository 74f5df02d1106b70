import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What an option of connect-swift 0.2 says, as an argument of `ProtocolClientConfig`.
struct ClientSetting: Hashable {
  /// Which argument takes it.
  enum Kind: String {
    case networkProtocol, codec
  }

  let kind: Kind
  private let name: String

  /// - Parameter option: `ConnectClientOption()` and its like, without arguments.
  init?(_ option: Node, _ file: FileContext) {
    guard option.kind == .functionCall, option.arguments.isEmpty,
      let made = file.semantics.symbol(of: option)?.parent?.qualifiedName
    else { return nil }
    switch made {
    case "Connect.ConnectClientOption": (kind, name) = (.networkProtocol, "connect")
    case "Connect.GRPCWebClientOption": (kind, name) = (.networkProtocol, "grpcWeb")
    case "Connect.JSONClientOption": (kind, name) = (.codec, "JSONCodec")
    case "Connect.ProtoClientOption": (kind, name) = (.codec, "ProtoCodec")
    default: return nil
    }
  }

  var code: Code {
    switch kind {
    case .networkProtocol: .member(nil, name)
    case .codec: .call(.library("Connect." + name), [])
    }
  }
}

/// A parameter that hands one option to a client, together with all that give one to it.
///
/// `init(option: ProtocolClientOption)` becomes `init(option: NetworkProtocol)`, if each caller gives a protocol, and
/// `ConnectClientOption()` becomes `.connect` there.
struct OptionParameter {
  let kind: ClientSetting.Kind
  private let type: Node
  private let home: FileContext
  private let given: [(value: Node, setting: ClientSetting, file: FileContext)]

  /// Whether the function can be called from outside of the project.
  let isPublic: Bool

  /// - Parameter option: the name of the parameter among a client's options.
  /// - Returns: nil where it is no parameter, is used for more, or where a caller gives anything but an option that is made on the spot.
  init?(_ option: Node, _ file: FileContext) {
    guard option.kind == .declReference, let symbol = file.semantics.symbol(of: option),
      symbol.kind == .local, let declared = symbol.declaration,
      let parameter = declared.nearest(.parameter, among: 2),
      let function = parameter.owningFunction, let type = parameter.parameterType,
      let home = file.context(of: function),
      file.semantics.references(to: symbol).filter({ $0.kind == .declReference }) == [option],
      let owner = file.semantics.symbol(of: function)
    else { return nil }
    let named = type.kind == .someOrAnyType ? type.children.last ?? type : type
    guard home.semantics.symbol(of: named)?.qualifiedName == "Connect.ProtocolClientOption",
      owner.kind == .initializer || isAlone(owner, file),
      !function.modifierNames.contains("override"), let passed = home.values(passedTo: parameter),
      !file.calls.unknownUses(of: owner.name).contains(where: {
        $0.mayGive(parameter.externalName)
      })
    else { return nil }
    var given: [(value: Node, setting: ClientSetting, file: FileContext)] = []
    if let value = parameter.defaultValue {
      guard let setting = ClientSetting(value, home) else { return nil }
      given.append((value, setting, home))
    }
    for passed in passed {
      guard let value = passed.value else {
        if parameter.defaultValue == nil { return nil }
        continue
      }
      guard let setting = ClientSetting(value, passed.file) else { return nil }
      given.append((value, setting, passed.file))
    }
    let kinds = Set(given.map(\.setting.kind))
    guard let kind = kinds.first, kinds.count == 1 else { return nil }
    (self.kind, self.type, self.home, self.given) = (kind, type, home, given)
    isPublic = function.modifierNames.contains("public")
  }

  /// Says what becomes of the parameter and of what is given to it.
  func change(_ project: inout ProjectEditor) {
    let name =
      switch kind {
      case .networkProtocol: home.spelling(of: "Connect.NetworkProtocol", at: type)
      case .codec: home.spelling(of: "Connect.Codec", at: type)
      }
    project.change(home) { $0.replace(type, with: .word(name)) }
    for (value, setting, file) in given {
      project.change(file) { $0.replace(value, with: setting.code) }
    }
  }
}

extension Node {
  /// Whether a name of an unknown receiver is called with an argument of this label, or is no call.
  fileprivate func mayGive(_ label: String?) -> Bool {
    guard let call = parent, call.kind == .functionCall, call.callee == self else { return true }
    return call.arguments.contains { $0.argumentLabel == label }
  }
}
