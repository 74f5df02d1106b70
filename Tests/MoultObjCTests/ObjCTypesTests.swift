import MoultObjC
import MoultSource
import Testing

/// What the receiver of the message with the selector is in a body of a class that has a service.
private func className(of receiver: String, _ declarations: String = "") -> String? {
  let library = outline(
    """
    @interface Base : NSObject
    - (instancetype)initWithHost:(NSString *)host;
    + (instancetype)serviceWithHost:(NSString *)host;
    - (Call *)call;
    @property(class, readonly) Call *shared;
    @end
    @interface Call : NSObject
    - (void)start;
    @end
    @protocol Makes <NSObject>
    - (Call *)made;
    @end
    """)
  let file = outline(
    """
    @interface Greeter : Base
    @end
    @interface Desk : NSObject { Greeter *_own; }
    @property(nonatomic) Greeter *service;
    @end
    \(declarations)
    Greeter *global;
    Call *make(void);
    @implementation Desk
    - (void)run:(Greeter *)parameter :(id<Makes>)maker {
      Greeter *local = nil;
      { Call *local = nil; [local inner]; }
      void (^block)(Call *) = ^(Call *given) { [given inBlock]; };
      [\(receiver) wanted];
    }
    + (void)make { [self inClassMethod]; }
    @end
    """)
  let types = ObjCTypes(file, ObjCModel(library: [library], project: [file]))
  return file.messages.first { $0.selector == "wanted" }.flatMap {
    types.receiver(of: $0).className
  }
}

@Suite struct ObjCTypesTests {
  @Test func `of choices in one another each colon belongs to its question`() {
    #expect(className(of: "(a ? b ? parameter : local : c ? local : parameter)") == "Greeter")
    #expect(className(of: "(a ? b ? parameter : local : [Greeter shared])") == nil)
    // Each is in the one before, so that a reader which goes down for each would need the stack for all.
    let questions = String(repeating: "a ? ", count: 30_000)
    let colons = String(repeating: " : parameter", count: 30_000)
    #expect(className(of: "(\(questions)parameter\(colons))") == nil)
  }

  @Test(arguments: [
    "parameter", "local", "global", "_own", "_service", "self.service", "self->_own",
    "[Greeter alloc]", "[[Greeter alloc] initWithHost:@\"a\"]", "[Greeter serviceWithHost:@\"a\"]",
    "[[Greeter new] copy]", "(Greeter *)something", "((local))", "[self service]", "super.service",
  ])
  func `a receiver is known from its declaration`(_ receiver: String) {
    #expect(className(of: receiver) == "Greeter")
  }

  @Test(arguments: ["[local call]", "make()", "local.call", "Greeter.shared", "[maker made]"])
  func `a result is known from the method, the function or the property`(_ receiver: String) {
    #expect(className(of: receiver) == "Call")
  }

  @Test(arguments: [
    "unknown", "[unknown foo]", "local.nothing", "x[0]", "a ? b : c", "[local nothing]",
  ])
  func `what nobody declares is unknown`(_ receiver: String) {
    #expect(className(of: receiver) == nil)
  }

  @Test func `a variable of an unknown class is what it was made as`() {
    #expect(
      className(of: "half", "static Half *half = [[Greeter alloc] initWithHost:@\"a\"];")
        == "Greeter")
    #expect(className(of: "half", "static Half *half = nil;") == "Half")
  }

  /// What the receiver of each message with the selector `wanted` is.
  private func classNames(_ texts: String...) -> [String?] {
    let files = texts.map(outline)
    let model = ObjCModel(library: [], project: files)
    return resolvingMacros(files.map { ObjCTypes($0, model) }).flatMap { types in
      types.file.messages(named: "wanted").map { types.receiver(of: $0).className }
    }
  }

  @Test func `members of C++ classes are known in their functions and from outside`() {
    let header = """
      struct Base { Foo *inherited; };
      namespace n {
      class A : public Base {
        void early() { [foo_ wanted]; [this->foo_ wanted]; [inherited wanted]; [next()->foo_ wanted]; }
        A *next();
        static A *shared();
        Foo *foo_;
        std::unique_ptr<n::A> owned_;
      };
      }
      """
    let source = """
      void n::A::late(void *info) {
        [owned_->foo_ wanted]; [owned_.get()->foo_ wanted]; [A::shared()->foo_ wanted];
        [(__bridge Foo *)info wanted]; [static_cast<Foo *>(info) wanted];
        auto work = [foo = foo_] { [foo wanted]; };
      }
      void free() { [foo_ wanted]; [this->foo_ wanted]; }
      """
    #expect(
      classNames(header, source)
        == Array(repeating: "Foo", count: 10) + [nil, nil])
  }

  @Test func `a member that two classes of one name give other types is unknown`() {
    #expect(
      classNames(
        "namespace a { struct A { Foo *b; }; }\nnamespace c { struct A { Bar *b; }; }\nvoid f(A *a) { [a->b wanted]; }"
      ) == [nil])
  }

  @Test func `words of macros are what their uses give`() {
    let header = """
      #define SEND(a, b) \\
        [(a) wanted]
      #define OUTER(c) SEND(c, 1)
      #define MEMBER self.foo
      #define IN_CLASS [self.foo wanted]
      #define UNUSED(d) [d wanted]
      #define WEAKLY(x) __weak typeof(x) weakSelf = x
      @interface A : NSObject
      @property Foo *foo;
      @end
      """
    let source = """
      @implementation A
      - (void)run {
        OUTER(self.foo); IN_CLASS; WEAKLY(self);
        [MEMBER wanted]; [weakSelf.foo wanted];
      }
      @end
      """
    #expect(classNames(header, source) == ["Foo", "Foo", nil, "Foo", "Foo"])
  }

  @Test func `the class inherits from the library's and is the project's`() {
    let library = outline("@interface Base : NSObject\n@end")
    let file = outline(
      "@interface A : Base <P>\n@end\n@interface B : A\n@end\n@protocol P <Q>\n@end")
    let model = ObjCModel(library: [library], project: [file])
    #expect(model.inherits("B", from: "Base"))
    #expect(model.isLibraryType("Base") && !model.isLibraryType("A"))
    #expect(model.adopts("B", "Q"))
    #expect(model.descendants(of: "Base") == ["A", "B"])
  }

  @Test func `a class that inherits from itself is the end of the way`() {
    let model = ObjCModel(
      library: [], project: [outline("@interface A : B\n@end\n@interface B : A\n@end")])
    #expect(model.lineage("A") == ["A", "B"])
  }

  @Test func `a project's class takes the place of the library's of that name`() {
    let library = outline("@interface Base : NSObject\n@end")
    #expect(!ObjCModel(library: [library], project: [library]).isLibraryType("Base"))
    let category = outline("@interface Base (Mine)\n- (void)more;\n@end")
    #expect(ObjCModel(library: [library], project: [category]).isLibraryType("Base"))
  }

  @Test func `members have their base and what is assigned to them`() {
    let file = outline("void f() { a.b = c; d[0].e->f = [g h]; i.j[k] = l; return m.n; }")
    #expect(file.members.map(\.name) == ["b", "e", "f", "j", "n"])
    #expect(file.members.map { file.source.text($0.base) } == ["a", "d[0]", "d[0].e", "i", "m"])
    #expect(
      file.members.map { $0.assigned.map(file.source.text) } == ["c", nil, "[g h]", nil, nil])
    #expect(file.members[3].element.map { file.source.text($0.value) } == "l")
    #expect(file.members[0].statement.map(file.source.text) == "a.b = c;")
  }

  @Test func `headers are imported once, behind the last import`() {
    let file = outline("#import <A/A.h>\n#import \"b.h\"\nint x;\n")
    #expect(file.importEdits(adding: ["A/C.h", "b.h"]).isEmpty)
    let edits = file.importEdits(adding: ["D/E.h", "D/C.h"])
    #expect(
      applying(edits, to: file.source.bytes).map { String(decoding: $0, as: UTF8.self) }
        == "#import <A/A.h>\n#import \"b.h\"\n#import <D/C.h>\n#import <D/E.h>\nint x;\n")
  }

  /// The text with an import of a header that nothing in it imports for sure.
  private func importing(_ header: String, _ text: String) -> String? {
    let file = outline(text)
    return applying(file.importEdits(adding: [header]), to: file.source.bytes)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `an import that an '#if' can leave out is none`() {
    let some = "#import <A/A.h>\n#if X\n#import <D/D.h>\n#endif\nvoid f(void) {}\n"
    #expect(
      importing("D/E.h", some)
        == "#import <A/A.h>\n#import <D/E.h>\n#if X\n#import <D/D.h>\n#endif\nvoid f(void) {}\n")
    let alone = "#if X\n#import <D/D.h>\n#endif\nvoid f(void) {}\n"
    #expect(
      importing("D/E.h", alone)
        == "#if X\n#import <D/D.h>\n#endif\n#import <D/E.h>\nvoid f(void) {}\n")
    // Behind the last branch it would come too late for the code of the others.
    let both = "#if X\n#import <D/D.h>\nvoid f(void) {}\n#else\nvoid f(void) {}\n#endif\n"
    #expect(importing("F/F.h", both) == "#import <F/F.h>\n" + both)
    let inner =
      "#if X\n#if Y\n#import <D/D.h>\n#endif\n#else\n#import <D/D.h>\n#endif\nvoid f(void) {}\n"
    #expect(importing("D/E.h", inner)?.contains("#endif\n#import <D/E.h>\nvoid") == true)
  }

  @Test func `an import is one where all code stands in the same '#if', or each branch has it`() {
    let header = "#ifndef H\n#define H\n#import <D/D.h>\n@interface A\n@end\n#endif\n"
    #expect(importing("D/E.h", header) == header)
    #expect(
      importing("F/F.h", header)
        == "#ifndef H\n#define H\n#import <D/D.h>\n#import <F/F.h>\n@interface A\n@end\n#endif\n")
    let either = "#if X\n#import <D/D.h>\n#else\n#import \"D/D.h\"\n#endif\nvoid f(void) {}\n"
    #expect(importing("D/E.h", either) == either)
    let one = "#if X\n#import <D/D.h>\n#elif Y\n#import <D/D.h>\n#endif\nvoid f(void) {}\n"
    #expect(importing("D/E.h", one)?.contains("#endif\n#import <D/E.h>\n") == true)
  }
}
