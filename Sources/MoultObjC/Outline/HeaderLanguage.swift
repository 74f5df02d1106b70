import MoultSource

extension ObjCFile {
  /// Whether this is a header of C++ with nothing of Objective-C in it, such as `@class` or `#import`.
  ///
  /// - Complexity: O(*n*) in the bytes, for a header without classes of Objective-C.
  package var isHeaderOfCPlusPlusAlone: Bool {
    source.path.hasSuffix(".h") && containers.isEmpty
      && !marksOfObjectiveC.contains(where: contains) && marksOfCPlusPlus.contains(where: contains)
  }

  private func contains(_ mark: [UInt8]) -> Bool {
    source.bytes.firstIndex(ofBytes: mark, from: 0) != nil
  }
}

private let marksOfObjectiveC = [
  "#import", "@class", "@import", "@protocol", "NSString", "__OBJC__",
].map { Array($0.utf8) }

private let marksOfCPlusPlus = [
  "template <", "template<", "namespace ", "static_cast<", "std::", "#include <string>",
].map { Array($0.utf8) }
