import MoultSource
import Testing

/// Returns the anchors found in `text`, as words.
private func found(_ anchors: [String], in text: String) -> [String] {
  let scanner = AnchorScanner(anchors: anchors)
  let result = scanner.anchors(in: Array(text.utf8)).map { scanner.anchors[$0] }
  #expect(scanner.findsAnchor(in: Array(text.utf8)) == !result.isEmpty)
  return result
}

@Test func `an anchor is found wherever it stands`() {
  for padding in 0..<20 {
    let spaces = String(repeating: " ", count: padding)
    #expect(found(["SwiftGRPC"], in: spaces + "SwiftGRPC") == ["SwiftGRPC"])
    #expect(found(["SwiftGRPC"], in: spaces + "SwiftGRPC" + spaces + ";") == ["SwiftGRPC"])
  }
}

@Test func `a part of a longer word is no anchor`() {
  #expect(found(["Metadata"], in: "customMetadata Metadata2 _Metadata") == [])
  #expect(found(["Metadata"], in: "(Metadata)") == ["Metadata"])
  #expect(found(["Metadata"], in: "`Metadata`") == ["Metadata"])
}

@Test func `an anchor that ends with punctuation may touch a word`() {
  #expect(
    found(["--swiftgrpc_out="], in: "protoc --swiftgrpc_out=Client=true") == ["--swiftgrpc_out="])
}

@Test func `a hyphen continues a word that has one`() {
  #expect(found(["grpc/grpc-swift"], in: "https://github.com/grpc/grpc-swift-2.git") == [])
  #expect(found(["grpc/grpc-swift"], in: "https://github.com/grpc/grpc-swift.git").count == 1)
  #expect(found(["swiftgrpc"], in: "protoc-gen-swiftgrpc") == ["swiftgrpc"])
  #expect(found(["--swiftgrpc_out="], in: "x --swiftgrpc_out=a").count == 1)
}

@Test func `a neighbour that is not ASCII does not hide an anchor`() {
  #expect(found(["Metadata"], in: "é\u{A0}Metadata\u{A0}") == ["Metadata"])
}

@Test func `several anchors come in the order they were given`() {
  #expect(
    found(["beta", "alpha", "gamma"], in: "alpha gamma beta alpha") == ["beta", "alpha", "gamma"])
  #expect(found(["beta", "alpha", "gamma"], in: "alpha beta") == ["beta", "alpha"])
}

@Test func `short anchors are found beside long ones`() {
  let anchors = ["x", "pod", "StatusCode", "serializeProtobuf"]
  #expect(found(anchors, in: "pod 'x'") == ["x", "pod"])
  #expect(found(anchors, in: "pods xs") == [])
  #expect(found(["x"], in: "x") == ["x"])
  #expect(found(["pod"], in: "pod") == ["pod"])
}

@Test func `an anchor that begins like another is told apart`() {
  #expect(found(["gRPC-Swift", "gRPC"], in: "gRPC-Swift") == ["gRPC-Swift", "gRPC"])
  #expect(found(["StatusCode", "StatusCodes"], in: "StatusCodes") == ["StatusCodes"])
}

@Test func `a text shorter than an anchor holds none`() {
  #expect(found(["Metadata"], in: "") == [])
  #expect(found(["Metadata"], in: "Met") == [])
  #expect(found([], in: "Metadata") == [])
  #expect(found([""], in: "Metadata") == [])
}

/// Thousands of anchors are looked for in another way than a few.
@Test(arguments: [0, 5_000])
func `the scanner agrees with a plain search on generated texts`(others: Int) {
  var state: UInt64 = 42
  func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % bound
  }
  let alphabet = Array("ab_- ".utf8)
  let absent = (0..<others).map { "Other\($0)" }
  for _ in 0..<(others == 0 ? 2_000 : 100) {
    let anchors =
      absent
      + (0..<1 + random(4)).map { _ in
        String(decoding: (0..<1 + random(9)).map { _ in alphabet[random(4)] }, as: UTF8.self)
      }
    let text = (0..<random(60)).map { _ in alphabet[random(5)] }
    let scanner = AnchorScanner(anchors: anchors)
    let expected = scanner.anchors.indices.filter {
      contains(Array(scanner.anchors[$0].utf8), text)
    }
    #expect(scanner.anchors(in: text) == expected, "\(anchors.suffix(4)) in \(text)")
    #expect(scanner.findsAnchor(in: text) == !expected.isEmpty)
  }
}

private func contains(_ word: [UInt8], _ text: [UInt8]) -> Bool {
  let hasHyphen = word.contains(0x2D)
  func isLetter(_ byte: UInt8) -> Bool { byte == 0x5F || byte == 0x61 || byte == 0x62 }
  func isPart(_ byte: UInt8) -> Bool { isLetter(byte) || hasHyphen && byte == 0x2D }
  guard text.count >= word.count else { return false }
  return (0...text.count - word.count).contains { start in
    let end = start + word.count
    return text[start..<end].elementsEqual(word)
      && !(start > 0 && isLetter(word[0]) && isPart(text[start - 1]))
      && !(end < text.count && isLetter(word[word.count - 1]) && isPart(text[end]))
  }
}
