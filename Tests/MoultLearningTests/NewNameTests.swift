import MoultLearning
import Testing

@Test(
  arguments: [
    ("Other", [], "Other", nil),
    ("init(serializedBytes:)", [], "init", ["serializedBytes"]),
    ("Type.method(_:to:)", ["Type"], "method", [nil, "to"]),
    ("A.B.c()", ["A", "B"], "c", []),
    ("`default`", [], "default", nil),
  ] as [(String, [String], String, [String?]?)])
func `a new name is taken apart`(
  text: String, context: [String], base: String, labels: [String?]?
) throws {
  let name = try #require(NewName(text))
  #expect(name.context == context)
  #expect(name.base == base)
  #expect(name.labels == labels)
  #expect(name.selfIndex == nil)
}

@Test func `the label 'self' is the receiver and no label`() throws {
  let name = try #require(NewName("Type.add(_:self:)"))
  #expect(name.selfIndex == 1)
  #expect(name.labels == [nil])
}

@Test func `accessors stand before the name`() throws {
  #expect(NewName("getter:Type.value(self:)")?.accessor == .getter)
  #expect(NewName("setter:Type.value(self:newValue:)")?.accessor == .setter)
  #expect(NewName("getter:Type.value(self:)")?.base == "value")
}

@Test(arguments: ["", "a b", "f(a)", "1x", ".x", "x."])
func `what names nothing is no name`(text: String) { #expect(NewName(text) == nil) }

@Test func `an operator is known as one`() {
  #expect(NewName("+")?.isOperator == true)
  #expect(NewName("...(_:_:)")?.isOperator == true)
}
