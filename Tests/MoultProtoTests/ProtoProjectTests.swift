import MoultProto
import MoultProtoParser
import MoultSource
import Testing

@Suite struct ProtoProjectTests {
  private func project(_ files: (path: String, text: String)...) -> ProtoProject {
    ProtoProject(
      files.map { parseProto(SourceText(path: $0.path, bytes: Array($0.text.utf8))) })
  }

  @Test func `a name is looked up from the inside out`() {
    let project = project(
      ("a.proto", "package p.q; message A { message B {} } message B {}"),
      ("b.proto", "package p; message B {}"))
    #expect(project.type(named: "B", in: "p.q.A", of: 0)?.fullName == "p.q.A.B")
    #expect(project.type(named: "B", in: "p.q", of: 0)?.fullName == "p.q.B")
    #expect(project.type(named: ".p.B", in: "p.q.A", of: 0)?.fullName == "p.B")
    #expect(project.type(named: "q.A.B", in: "p.x", of: 0)?.path == ["A", "B"])
    #expect(project.type(named: "C", in: "p.q", of: 0) == nil)
  }

  @Test func `what is imported goes before what is not`() {
    let project = project(
      ("one/t.proto", "package p; message T { int32 one = 1; }"),
      ("two/t.proto", "package p; message T { int32 two = 1; }"),
      ("two/u.proto", "package p; import \"t.proto\"; message U { T t = 1; }"))
    #expect(project.type(named: "T", in: "p.U", of: 2)?.fileIndex == 1)
    #expect(project.type(named: "T", in: "p", of: 0)?.fileIndex == 0)
    #expect(project.unresolvedImports.isEmpty)
  }

  @Test func `public imports are seen through, plain ones are not, and circles end`() {
    let project = project(
      ("a.proto", "import \"b.proto\"; message A {}"),
      ("b.proto", "import public \"c.proto\"; import \"a.proto\"; message T {}"),
      ("c.proto", "package c; import public \"b.proto\"; message T {}"),
      ("d.proto", "package c; message T {}"))
    #expect(project.type(named: "c.T", in: "", of: 0)?.fileIndex == 2)
    #expect(project.type(named: "T", in: "c", of: 3)?.fileIndex == 3)
  }

  @Test func `what is missing is listed, and what comes with protobuf is not`() {
    let project = project(
      (
        "a.proto",
        """
        syntax = "proto3";
        import "gone.proto"; import "google/protobuf/timestamp.proto";
        message A { Gone gone = 1; map<string, Lost> lost = 2; google.protobuf.Timestamp at = 3; A a = 4; }
        service S { rpc M(A) returns (Away); }
        """
      ))
    #expect(project.unresolvedImports.map(\.statement.path) == ["gone.proto"])
    #expect(project.unresolvedTypes().map(\.reference.name) == ["Gone", "Lost", "Away"])
  }
}
