import MoultManifests
import MoultSource
import Testing

private func expectMake(
  _ text: String, _ expected: [[String]], sourceLocation: SourceLocation = #_sourceLocation
) {
  expectCommands(text, path: "Makefile", expected, sourceLocation: sourceLocation)
}

@Test func `recipes are commands without their prefixes`() {
  expectMake(
    "all: a b\n\t@protoc x\n\t-@ls y && z\nc: d ; +e\n",
    [["protoc", "x"], ["ls", "y"], ["z"], ["e"]])
}

@Test func `references of make are opaque and a doubled dollar is the shell's`() {
  expectMake(
    "a:\n\t$(P) \"$(O)\" '$@' x$$y $${z} $$(pwd) $(call f,b c)",
    [["|$(P)|", "|$(O)|", "|$@|", "x|$y|", "|${z}|", "|$(pwd)|", "|$(call f,b c)|"], ["pwd"]])
}

@Test func `a recipe goes on after a back-slash`() {
  expectMake("a:\n\tprotoc \\\n\t  b \\\r\n\tc\r\n\td", [["protoc", "b", "c"], ["d"]])
}

@Test func `variables of make keep words`() {
  expectMake(
    "A := --x_out=B \\\n   c # d\nexport E+=f\nG ?= $(H) i\nt: J = k\nL != m n\nO=\n",
    [
      ["A=", "--x_out=B", "c"], ["E=", "f"], ["G=", "|$(H)|", "i"], ["J=", "k"], ["m", "n"],
    ])
}

@Test func `comments, conditionals and includes are silent`() {
  expectMake(
    "# a: \\\n\tprotoc x\nifeq ($(A),b=c)\nelse ifdef D\nendif\ninclude e.mk\n-include f\n.PHONY: g\n",
    [])
}

@Test func `a tab before the first rule begins no recipe`() {
  expectMake("ifdef A\n\tB = c\nendif\n", [["B=", "c"]])
}

@Test func `the body of a define is read as a recipe`() {
  expectMake(
    "define gen =\n@protoc $(1)\n\ta\nendef\nB = c", [["protoc", "|$(1)|"], ["a"], ["B=", "c"]])
}

@Test func `functions that run commands are looked into`() {
  expectMake(
    "A := $(shell protoc x)\nb:\n\t$(foreach f,$(F),protoc $(f) --a_out=K=v,L=w:M;)",
    [
      ["A=", "|$(shell protoc x)|"], ["protoc", "x"],
      ["|$(foreach f,$(F),protoc $(f) --a_out=K=v,L=w:M;)|"],
      ["protoc", "|$(f)|", "--a_out=K=v,L=w:M"],
    ])
}

@Test func `flags in recipes and variables are edited in place`() {
  let before = "G:=Gen\nF := --swiftgrpc_out=Sync=true,Client=true:$(G) \\\n\t--swift_out=.\n"
  let after = "G:=Gen\nF := --grpc-swift_out=Client=true:$(G) \\\n\t--swift_out=.\n"
  #expect(edited(before, path: "Makefile", renamingToGRPCSwift) == after)
  let recipe = "a: b\n\tprotoc é $< \\\n\t\t--swiftgrpc_opt=NIO=true \\\n\t\t--swiftgrpc_out=$(G)\n"
  let edited = "a: b\n\tprotoc é $< \\\n\t\t--grpc-swift_out=$(G)\n"
  #expect(MoultManifestsTests.edited(recipe, path: "Makefile", renamingToGRPCSwift) == edited)
}

@Test(arguments: [
  "a:\n\t", "$(", "\\\n", "a=$(b ", "define x\n", "\t", "a:b;", "#\\\n", "$(shell ", "$$", "=", ":",
  "a:\n\t$(foreach a,b,",
])
func `any Makefile is read in time`(piece: String) {
  let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
  let clock = ContinuousClock()
  let time = clock.measure { _ = commandLines(in: source(text, path: "Makefile")) }
  #expect(time < .seconds(300))
}
