/// Types that public modules declare, or pass on, under names that a library has had as well.
///
/// A file that sees one of these, and does not import the library, means theirs, whatever other files of its module import.
///
/// Source: the public declarations of swift-http-types 1, Hummingbird 2, SwiftNIO 2, Alamofire 5 and Swift 6's `Synchronization`.
private let namesOfOthers: [String: Set<String>] = [
  "Alamofire": ["HTTPHeaders", "HTTPMethod", "Interceptor", "Session"],
  "HTTPTypes": httpTypes, "HTTPTypesFoundation": httpTypes, "Hummingbird": httpTypes,
  "HummingbirdCore": httpTypes, "NIOHTTPTypes": httpTypes,
  "NIOHTTP1": ["HTTPHeaders", "HTTPMethod"],
  "Synchronization": ["Atomic", "Mutex"],
]

private let httpTypes: Set<String> = ["HTTPField", "HTTPFields", "HTTPRequest", "HTTPResponse"]

extension Resolver {
  /// Whether a module that a file sees, by an import or because its own module passes it on, and that no interface
  /// describes, is known to have a type of the name.
  func seesOther(declaring name: String, in file: FileContext) -> Bool {
    func declares(_ module: String) -> Bool { namesOfOthers[module]?.contains(name) ?? false }
    return file.imports.contains {
      declares($0.module) || exports(of: $0.module).contains(where: declares)
    } || exports(of: file.module).contains(where: declares)
  }
}
