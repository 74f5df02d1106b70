/// Types that public modules declare, or pass on, under names that a library has had as well.
///
/// A file that imports one of these, and not the library, means theirs, whatever other files of its module import.
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

extension FileContext {
  /// Whether a module that the file imports, and that no interface describes, is known to have a type of the name.
  func importsOther(declaring name: String) -> Bool {
    imports.contains { namesOfOthers[$0.module]?.contains(name) ?? false }
  }
}
