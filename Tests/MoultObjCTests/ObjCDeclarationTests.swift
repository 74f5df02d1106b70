import MoultObjC
import MoultSource
import Testing

@Suite struct ObjCDeclarationTests {
  @Test func `an interface has its superclass and its protocols`() {
    let file = outline("@interface A : B <P, Q> {\n  Foo *_a, *_b;\n}\n- (void)c;\n@end")
    let container = file.containers.first
    #expect(container?.kind == .interface)
    #expect(container?.superclass == "B")
    #expect(container?.protocols == ["P", "Q"])
    #expect(
      container.map { file.source.text($0.range) }
        == file.source.text(ByteOffset(0)..<ByteOffset(file.source.bytes.count)))
    #expect(file.variables.map(\.name) == ["_a", "_b"])
    #expect(file.methods.map(\.container) == [0])
  }

  @Test func `a generic superclass leaves the container whole`() {
    let file = outline("@interface G : GRPCProtoService<G2, G>\n- (void)a;\n@end")
    #expect(file.containers.map(\.superclass) == ["GRPCProtoService"])
    #expect(file.methods.map(\.selector) == ["a"])
  }

  @Test func `categories, extensions and implementations are told apart`() {
    let file = outline(
      "@interface A ()\n@end\n@interface A (C)\n@end\n@implementation A\n@end\n@implementation A (C)\n@end\n@protocol P <Q>\n@end"
    )
    #expect(
      file.containers.map(\.kind) == [
        .classExtension, .category, .implementation, .categoryImplementation, .protocol,
      ])
    #expect(file.containers.map(\.category) == [nil, "C", nil, "C", nil])
  }

  @Test func `a container without an end stops at the next one`() {
    let file = outline("@interface A : B\n- (void)c;\n@interface D : E\n@end")
    #expect(file.containers.map(\.name) == ["A", "D"])
    #expect(file.containers.map { $0.end == nil } == [true, false])
  }

  @Test func `a method has its pieces, types and body`() {
    let file = outline(
      "@implementation A\n+ (nullable Foo *)b:(NSArray<Bar *> *)c d:(void (^)(id, NSError *))e __unused { return nil; }\n@end"
    )
    let method = file.methods.first
    #expect(method?.isClassMethod == true)
    #expect(method?.selector == "b:d:")
    #expect(method?.result == ObjCType(name: "Foo", pointers: 1))
    #expect(
      method?.parameters.map(\.type) == [
        ObjCType(name: "NSArray", arguments: ["Bar"], pointers: 1), .block,
      ])
    #expect(method?.body.map(file.source.text) == "{ return nil; }")
  }

  @Test func `properties have types, also those that are blocks`() {
    let file = outline(
      "@interface A : B\n@property(nonatomic, readonly) Foo *a;\n@property(copy) void (^b)(BOOL c);\n@property (class) int d, e;\n@end"
    )
    #expect(file.properties.map(\.name) == ["a", "b", "d", "e"])
    #expect(file.properties.map(\.type.name) == ["Foo", "^", "int", "int"])
    #expect(file.properties.map(\.isClassProperty) == [false, false, true, true])
  }

  @Test func `variables have types, scopes and initial values`() {
    let file = outline(
      """
      static Foo *global = nil;
      void f(Bar *parameter) {
        __weak Foo *a = [b c], *d;
        for (Foo *e in list) { g(e); }
        if (x) { int h = 1; }
        x = a * d; return a; goto end;
      }
      """)
    #expect(file.variables.map(\.name).sorted() == ["a", "d", "e", "global", "h", "parameter"])
    let a = file.variables.first { $0.name == "a" }
    #expect(a?.initializer.map(file.source.text) == "[b c]")
    let e = file.variables.first { $0.name == "e" }
    #expect(e.map { file.source.text($0.scope) } == " in list) { g(e); }")
  }

  @Test func `functions have results and bodies`() {
    let file = outline(
      "NSString *f(int a) { return nil; }\nextern void g(void);\nextern \"C\" {\nint h();\n}")
    #expect(file.functions.map(\.name) == ["f", "g", "h"])
    #expect(file.functions.map { $0.body != nil } == [true, false, false])
  }

  @Test func `classes of C++ have fields, and functions that are theirs`() {
    let file = outline(
      """
      namespace n {
      template <typename T, int N = 3> class A final : public B<T>, private virtual m::C {
       public:
        explicit A(Foo *a) : a_(a), b_{1} {}
        virtual ~A() { go(); }
        [[nodiscard]] Foo *foo() const override { return a_; }
        bool operator==(const A &other) const = default;
       private:
        Foo *a_, *c_ = nil;
        int b_{0};
      };
      inline namespace v1 { struct __attribute__((packed)) D { Foo *d; }; }
      template <typename T> auto A<T>::bar(Bar *bar) -> Foo * { return a_; }
      A::~A() {}
      }
      extern "C" void f(Foo *foo) {}
      typedef struct Tag { Foo *e; } E;
      struct D *g(void) { return 0; }
      """)
    #expect(file.records.map(\.name) == ["A", "D", "E", "Tag"])
    #expect(file.records.map(\.bases) == [["B", "C"], [], [], []])
    #expect(
      file.records.map { $0.fields.map(\.name) } == [["a_", "c_", "b_"], ["d"], ["e"], ["e"]])
    #expect(
      file.functions.map(\.name) == ["A", "A", "foo", "operator", "bar", "A", "f", "g"])
    #expect(file.functions.map(\.owner) == ["A", "A", "A", "A", "A", "A", nil, nil])
    #expect(
      file.functions.map(\.result.name).dropFirst(2)
        == ["Foo", "bool", "Foo", "void", "void", "D"])
    let parameters = file.variables.filter { $0.kind == .parameter }.map(\.name)
    #expect(parameters == ["a", "bar", "foo"])
  }

  @Test func `a class of C++ is declared, whatever stands around its name`() {
    let file = outline(
      "class MUST_USE Status final : public Base<int> { };\nstruct __attribute__((packed)) Pair { };\nclass Plain { };\nclass Later;"
    )
    let names = file.declaredNames.filter { $0.kind == .type }.map(\.name)
    #expect(names.sorted() == ["Pair", "Plain", "Status"])
  }

  @Test func `a word behind a namespace and a constant of an enumeration are no classes`() {
    let file = outline(
      "enum class E { Load, A = Load };\nn::Load f(n::Load *a) { n::Load b = Load(); return ::Load; }"
    )
    let roles = file.identifiers.filter { file.source.text($0.range) == "Load" }.map(\.role)
    #expect(
      roles == [.declaration, .expression, .member, .member, .member, .call, .expression])
  }

  @Test func `lambdas have parameters and what they capture under another name`() {
    let file = outline(
      """
      void f(Foo *foo) {
        auto a = [&](Bar *bar) mutable -> int { return 1; };
        g([foo, other = foo.next](Bar *b, Baz *c) { [foo d]; });
        [[maybe_unused]] Foo *e = foo; h[1] = i[j](k); [l m:n[o]];
      }
      """)
    #expect(
      file.variables.map(\.name) == ["foo", "bar", "b", "c", "other", "a", "e"])
    let other = file.variables.first { $0.name == "other" }
    #expect(other?.initializer.map(file.source.text) == "foo.next")
    #expect(file.messages.map(\.selector) == ["d", "m:"])
  }

  @Test func `imports are read in all their forms`() {
    let file = outline(
      "#import <A/B.h>\n  #include \"c.h\"\n@import D.E;\n#if 0\n#import \"dead.h\"\n#endif")
    #expect(file.imports.map(\.path) == ["A/B.h", "c.h", "D.E"])
    #expect(file.imports.map(\.form) == [.system, .quoted, .module])
    #expect(file.imports.map { file.source.text($0.pathRange) } == ["A/B.h", "c.h", "D.E"])
  }

  @Test func `names of types are declared by their declarations`() {
    let file = outline(
      "NS_ASSUME_NONNULL_BEGIN\n@class A, B;\n@protocol C;\ntypedef void (^D)(id);\ntypedef NS_ENUM(NSInteger, E) { E1 };\ntypedef struct { int x; } F;\nenum G { G1 };\ntypedef Foo *H;"
    )
    #expect(Set(file.declaredNames.map(\.name)) == ["A", "B", "C", "D", "E", "F", "G", "H"])
  }

  @Test func `words have the roles that a rename needs`() {
    let file = outline(
      """
      @class Load;
      @interface A : NSObject <Load>
      @property Load *a;
      - (Load *)Load:(NSArray<Load *> *)b;
      @end
      void f(id x) {
        Load *load = (Load *)[Load message];
        x.Load = y->Load; g(^(Load *c) { }); void (^d)(Load *) = nil; [NSArray<Load *> new];
        Load_IsValidValue(1); z = Load_Idle;
      }
      """)
    let roles = file.identifiers.filter { file.source.text($0.range).hasPrefix("Load") }.map(\.role)
    #expect(
      roles == [
        .type, .type, .type, .type, .selector, .type, .type, .type, .receiver, .member, .member,
        .type, .type, .type, .call, .expression,
      ])
  }
}
