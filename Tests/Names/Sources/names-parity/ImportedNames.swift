import Foundation
import MoultObjC
import MoultProto

/// Asks Swift's importer of Objective-C whether it knows the methods of generated services by Moult's names.
///
/// The compiler reads the header that the generator made, over a few lines that stand for the libraries, and each
/// name is a line of its own: `_ = HCXCrane.moveLoad(withRequest:handler:)`. Needs no Foundation and no runtime.
struct ImportedNames {
  /// Returns the methods that the importer knows by none of the names, as `Class selector`.
  ///
  /// - Parameter scratch: a folder of its own.
  static func unknown(
    in header: String, of file: ProtoFile, _ classes: (String) -> String, _ scratch: URL
  ) throws -> (count: Int, differences: [String]) {
    let names = ObjectiveCNames(prefix: file.objectiveCPrefix ?? "")
    var lines: [String] = []
    var methods: [(what: String, lines: Range<Int>)] = []
    for service in file.services {
      let name = names.serviceName(service.name)
      for method in service.methods {
        // The compiler takes the method for an initializer, and refuses it.
        if lowerFirst(method.name).hasPrefix("init") { continue }
        let request = method.clientStreaming ? "GRXWriter" : classes(method.inputType)
        let handler = method.clientStreaming ? "GRPCProtoResponseHandler" : request
        let selectors = method.objectiveCSelectors
        for (selector, type) in [
          (selectors.short, request), (selectors.callObject, request), (selectors.current, handler),
        ] {
          let start = lines.count
          for imported in importedNames(ofSelector: selector, firstArgument: type, in: name) {
            let labels = imported.labels.map { ($0 ?? "_") + ":" }.joined()
            lines.append("_ = \(name).`\(imported.base)`(\(labels))")
          }
          methods.append(("\(name) \(selector)", start..<lines.count))
        }
      }
    }
    let refused = try refusedLines(lines, header, scratch)
    let differences = methods.filter { $0.lines.allSatisfy(refused.contains) }.map {
      "\(file.path): Swift does not know \($0.what) as \($0.lines.map { lines[$0] })"
    }
    return (methods.count, differences)
  }

  private static func lowerFirst(_ name: String) -> String {
    name.prefix(1).lowercased() + name.dropFirst()
  }

  /// The zero-based lines in which the compiler finds an error.
  private static func refusedLines(
    _ lines: [String], _ header: String, _ scratch: URL
  ) throws -> Set<Int> {
    try? FileManager.default.removeItem(at: scratch)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let announced = ServiceHeader(header).announced.subtracting(libraryClasses).sorted()
    let messages = announced.map { "@interface \($0) : GPBMessage\n@end\n" }.joined()
    // What the header imports stands in the lines before it.
    let own = header.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " }.hasPrefix("#import") }.joined(separator: "\n")
    try Data((prelude + messages + own).utf8).write(to: scratch.appending(path: "Services.h"))
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: scratch.appending(path: "main.swift"))
    let process = Process()
    process.currentDirectoryURL = scratch
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-frontend", "-typecheck", "-enable-objc-interop", "-Xcc", "-nostdinc",
      "-import-objc-header", "Services.h", "main.swift",
    ]
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if output.contains("failed to import bridging header") { return Set(lines.indices) }
    return Set(
      output.split(separator: "\n").compactMap { line -> Int? in
        guard line.hasPrefix("main.swift:"), line.contains(" error: ") else { return nil }
        return line.split(separator: ":").dropFirst().first.flatMap { Int($0) }.map { $0 - 1 }
      })
  }

  private static let libraryClasses: Set = [
    "GRPCUnaryProtoCall", "GRPCStreamingProtoCall", "GRPCCallOptions", "GRPCProtoCall", "GRXWriter",
  ]

  private static let prelude = """
    #define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
    #define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
    #define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
    typedef signed char BOOL;
    @protocol NSObject
    @end
    __attribute__((objc_root_class))
    @interface NSObject <NSObject>
    - (instancetype)init;
    @end
    @interface NSString : NSObject
    @end
    @interface NSError : NSObject
    @end
    @interface GPBMessage : NSObject
    @end
    @interface GRXWriter : NSObject
    @end
    @interface GRPCCallOptions : NSObject
    @end
    @interface GRPCUnaryProtoCall : NSObject
    @end
    @interface GRPCStreamingProtoCall : NSObject
    @end
    @interface GRPCProtoCall : NSObject
    @end
    @protocol GRPCProtoResponseHandler <NSObject>
    @end
    @interface GRPCProtoService : NSObject
    @end

    """
}
