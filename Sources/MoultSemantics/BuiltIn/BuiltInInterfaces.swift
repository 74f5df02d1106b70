import MoultSource
import MoultSyntax

/// The modules that every file is taken to see, nearest first.
///
/// Apple's frameworks bring Foundation and Dispatch along. `XCTest` must be imported: what is called
/// `XCTFail` in a library belongs to someone else.
let visibleModules = ["Swift", "Foundation", "Dispatch"]

/// The modules that are described without an interface among the rules.
let builtInInterfaces: [InterfaceFile] = [
  builtIn("Swift", standardLibrary + concurrencyLibrary),
  builtIn("Foundation", foundationLibrary),
  builtIn("Dispatch", dispatchLibrary),
  builtIn("XCTest", testLibrary),
]

/// The modules that are known without any interface.
package let builtInModules = Set(builtInInterfaces.map(\.module))

private func builtIn(_ module: String, _ text: String) -> InterfaceFile {
  let source = SourceText(path: "<\(module)>", bytes: Array(text.utf8))
  return InterfaceFile(tree: parse(source), module: module, library: "swift", era: "")
}
