import MoultObjC
import MoultSource
import Testing

@Suite struct ObjCMessageTests {
  @Test func `messages nest in receivers and arguments`() {
    expectMessages(
      "[[[A alloc] initWithB:[c d]] e];",
      ["A alloc", "c d", "[A alloc] initWithB:", "[[A alloc] initWithB:[c d]] e"])
  }

  @Test func `subscripts, array literals, attributes and captures are no messages`() {
    expectMessages("a[i] = b[j + 1]; c = @[ x, y ]; int d[3]; e[@\"k\"] = f[g[0]];", [])
    expectMessages("[[maybe_unused]] int x; auto f = [this, &y](int z) { return z; };", [])
  }

  @Test func `a message may follow a cast, a condition and a keyword`() {
    expectMessages(
      "if (a) [b c]; return (id)[d e]; else [f g];", ["b c", "d e", "f g"])
  }

  @Test func `the colon of a condition belongs to no selector`() {
    expectMessages("[a b:c ? d : e f:g ?: h];", ["a b:f:"])
    expectMessages("[c ? d : e f];", ["c ? d : e f"])
  }

  @Test func `a piece of a selector may have no name`() {
    expectMessages("[a b:c :d]; [a :b]; [a b:(int)c :d];", ["a b::", "a :", "a b::"])
  }

  @Test func `a block is an argument, and its own messages count`() {
    expectMessages(
      "[a b:^(Foo *c, NSError *d) { [c e]; } f:g];", ["c e", "a b:f:"])
    expectMessages("[a b:^NSString *(id c) { return [c d]; }];", ["c d", "a b:"])
  }

  @Test func `a receiver may be a cast, a member, a call, a literal, generic or super`() {
    expectMessages("[(Foo *)a b];", ["(Foo *)a b"])
    expectMessages("[a.b->c[0] d];", ["a.b->c[0] d"])
    expectMessages("[f(x) g];", ["f(x) g"])
    expectMessages("[@\"a\" b];", ["@\"a\" b"])
    expectMessages("[NSArray<Foo *> new];", ["NSArray<Foo *> new"])
    expectMessages("[super init]; [std::move(x) y];", ["super init", "std::move(x) y"])
    expectMessages("[^{ } copy];", ["^{ } copy"])
  }

  @Test func `arguments have their ranges, further ones of a variadic method included`() {
    let file = outline("void f() { [a b:1, 2 c:x]; }")
    #expect(file.messages.first?.pieces.map { file.source.text($0.argument) } == ["1, 2", "x"])
    #expect(file.messages.first?.pieces.map { file.source.text($0.nameRange) } == ["b", "c"])
  }

  @Test func `a message whose result nobody takes is known`() {
    let file = outline(
      """
      void f() {
        [a one]; x = [a two]; return [a three]; if (y) [a four]; (void)[a five];
        switch (z) { case 1: [a six]; break; default: [a seven]; }
        w = y ? [a eight] : [a nine]; g(^{ [a ten]; }); [a eleven].b = 1;
      }
      """)
    let discarded = file.messages.filter(\.isDiscarded).map(\.selector)
    #expect(discarded == ["one", "four", "five", "six", "seven", "ten"])
  }

  @Test func `messages in macros count, in dead branches they do not`() {
    let file = outline("#define LOG(x) [Logger log:x]\n#if 0\n[a b];\n#endif\nvoid f() { [c d]; }")
    #expect(file.messages.map(\.selector) == ["d", "log:"])
  }

  @Test func `each branch of a condition starts from what was open before it`() {
    let file = outline(
      """
      void f() {
      #if X
        if (a) {
      #else
        if (b) {
      #endif
          [c d];
        }
      }
      @interface A : B
      @end
      """)
    #expect(file.messages.map(\.selector) == ["d"])
    #expect(file.containers.map(\.name) == ["A"])
  }

  @Test func `selectors in expressions have their pieces`() {
    let file = outline(
      "void f() { SEL a = @selector(b:c:); SEL d = @selector(e); SEL g = @selector(h::); }")
    #expect(file.selectors.map(\.selector) == ["b:c:", "e", "h::"])
  }

  @Test func `what is not closed is left out and named`() {
    let file = outline("void f() { [a b:c; }\n- (void)g { [d e]; }")
    #expect(file.messages.map(\.selector) == ["e"])
    #expect(file.defects.map(file.source.text) == ["["])
  }
}
