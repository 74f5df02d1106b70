import MoultSemantics
import MoultSyntax

/// Returns the library's declaration that a member of generated code stands for, or nil if it is the project's own.
///
/// Generators up to 0.9.27 wrote into each message and enumeration what the library's protocols ask for (`swiftClassName`, `json`,
/// `init(jsonName:)`). Such a member goes with the library's era, and so do its uses: it is nothing that the project declares.
///
/// - Parameter name: the qualified name of a declaration of a library's protocol.
func libraryDeclaration(
  named name: String, behind symbol: Symbol, in model: ProjectModel
) -> Symbol? {
  guard symbol.isGenerated, !symbol.isStatic, let type = symbol.parent,
    membersThatGeneratorsWrote.keys.contains(where: { name.hasPrefix($0) }),
    symbol.name == lastComponent(of: name),
    let declared = model.symbols(named: name).first(where: { isDeclared($0, as: symbol) }),
    let owner = declared.parent,
    let marks = membersThatGeneratorsWrote[owner.qualifiedName],
    model.isSubtype(type, of: owner.qualifiedName)
  else { return nil }
  let members = model.declaredMembers(of: type)
  let isOfThatTime = marks.allSatisfy { mark in
    members.contains { $0.isGenerated && !$0.isStatic && $0.name == mark }
  }
  return isOfThatTime ? declared : nil
}

private func isDeclared(_ declared: Symbol, as symbol: Symbol) -> Bool {
  declared.kind == symbol.kind && declared.isStatic == symbol.isStatic
    && declared.parameterLabels == symbol.parameterLabels
}

/// What all types have that such a generator made, by the protocol that they conform to.
///
/// Source: the generated code in the repository of swift-protobuf at 0.9.24 and 0.9.27.
private let membersThatGeneratorsWrote: [String: [String]] = [
  "SwiftProtobuf.Message": ["swiftClassName", "protoMessageName", "protoPackageName"],
  "SwiftProtobuf.Enum": ["json", "hashValue", "debugDescription"],
]

/// What says that a type is a generated one of a protocol: members that generators write or that the protocol adds.
///
/// - Parameter name: the qualified name of a member of the protocol.
/// - Returns: nil if nothing is known to tell the protocol's types.
func marksOfGeneratedTypes(withMember name: String) -> Set<String>? {
  marksOfGeneratedTypes.first { name.hasPrefix($0.key + ".") }?.value
}

/// The first labels of initialisers that hardly any type has but generated ones.
let labelsOfGeneratedTypes: Set = ["serializedData", "contiguousBytes", "protobuf"]

/// Whether a type is one of the messages that a library known for it declares by names of its own, `typealias BitcoinSigningOutput =
/// TW_Bitcoin_Proto_SigningOutput`, which every file that imports its module is given.
///
/// Source: the plugin `swift_typealias.cc` in the repository of wallet-core; what its coins are given and give is called so.
func isAliasOfMessage(_ type: String, _ file: FileContext) -> Bool {
  file.tree.importedModules.contains("WalletCore")
    && ["Input", "Output"].contains { type.hasSuffix($0) && type != $0 }
}

private let marksOfGeneratedTypes: [String: Set<String>] = [
  "SwiftProtobuf.Message": [
    "with", "protoMessageName", "unknownFields", "isInitialized", "serializedData",
    "serializedBytes", "jsonString", "jsonUTF8Data", "textFormatString", "serializeProtobuf",
    "serializeJSON",
  ]
]

/// The name that stands for the class of a response where nothing declares the service, and so nothing says it.
///
/// No code declares a type of this name, so its values are of no known type.
package let unseenResponseClass = "_ResponseOfUnseenService"

/// The name that stands for a message of a presumed service of which nothing says the type.
///
/// It is declared for the model alone, and no fix may write it.
package let unseenMessage = "_MessageOfUnseenService"

/// The name that stands for what a call gives of which nothing tells whether it is unary or streams.
///
/// No code declares a type of this name either.
package let unseenCall = "_CallOfUnseenService"

/// Why a type exists that no file declares: it is what the code speaks of.
package func reasonOfPresumed(_ service: String) -> String {
  "no file declares it: '\(service)' is presumed from its uses here"
}
