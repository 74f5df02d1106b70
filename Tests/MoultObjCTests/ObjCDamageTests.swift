import MoultObjC
import MoultSource
import Testing

/// What no input may do: crash, hang, lose a byte.
@Suite struct ObjCDamageTests {
  @Test func `every beginning and every end of a file is read`() {
    let bytes = Array(sample.utf8)
    for length in 0...bytes.count {
      for part in [Array(bytes.prefix(length)), Array(bytes.suffix(length))] {
        #expect(coverageFault(part) == nil)
        check(part)
      }
    }
  }

  @Test func `mutated files are read`() {
    var random = Splitmix(state: 17)
    let seeds = [sample, sample + sample].map { Array($0.utf8) }
    for _ in 0..<1_000 { check(mutated(seeds.randomElement(using: &random) ?? [], &random)) }
  }

  @Test(arguments: [
    "(", "[", "{", "[a ", "^(", "@{", "#if 1\n", "a(", "[[", "<", "A<", "@interface A ", "- (",
    "/*", "@[", "[a]() {", "class A {", "a::", "template <",
  ])
  func `deep nesting needs no stack and no patience`(_ opening: String) {
    let clock = ContinuousClock()
    let text = String(repeating: opening, count: 30_000)
    let time = clock.measure { check(Array(text.utf8)) }
    #expect(time < .seconds(300))
  }

  @Test(arguments: [
    "a ? b : ", "R\"(", "@class A,", "@property (x) T y ", "typedef A ", "] ", "} ", ") ",
    "#else\n", "#if A\n}\n#else\n",
    "class A : B ", "template <A> ", "A::A() : a(1), ", "[a](B b) ", "[&]() mutable -> A ", "~A() ",
    "namespace a {", "struct A { B c; ", "inline ", "#define a b.a\n", "#define a [b a]\na\n",
    "x * ", "const ", "@protocol A ", "a:b ", "enum A : ", "- a:b ", "^ ", "\\\n", "AB ", "else ",
  ])
  func `long runs take linear time`(_ piece: String) {
    let clock = ContinuousClock()
    let open = String(repeating: "((([", count: 2_000)
    let bytes = Array((open + String(repeating: piece, count: 20_000)).utf8)
    let time = clock.measure { check(bytes) }
    // What is quadratic takes minutes.
    #expect(time < .seconds(300))
  }

  /// Reads the text and looks that what it says lies inside of it.
  private func check(_ bytes: [UInt8]) {
    let file = parseObjectiveC(SourceText(path: "Case.m", bytes: bytes))
    let types = resolvingMacros([ObjCTypes(file, ObjCModel(library: [], project: [file]))])
    for message in file.messages.prefix(64) { _ = types[0].receiver(of: message) }
    for message in file.messages {
      #expect(message.range.upperBound.index <= bytes.count)
      for piece in message.pieces {
        #expect(message.range.contains(piece.nameRange.lowerBound))
        #expect(piece.argument.upperBound <= message.range.upperBound)
      }
    }
  }
}

/// A file with a bit of everything.
let sample = """
  #import <GRPCClient/GRPCCall.h>
  #import "Harbor.pbrpc.h"
  @import Foundation;
  #define SHOW(x) [Board show:x at:1]
  @class Load, Crane;
  typedef void (^Done)(Load *load, NSError *error);
  typedef NS_ENUM(NSInteger, Mode) { ModeA = 1, ModeB };
  @interface Yard<T> : NSObject <Watcher> { Load *_first; int _a, *_b; }
  @property(nonatomic, strong) Crane *crane;
  - (instancetype)initWithHost:(NSString *)host port:(int)port NS_DESIGNATED_INITIALIZER;
  @end
  #if DEBUG
  @implementation Yard (Test)
  #else
  @implementation Yard
  #endif
  - (void)move:(Load *)load :(BOOL)fast {
    Crane *crane = [[Crane alloc] initWithHost:@"localhost:1"];
    [crane moveLoadWithRequest:load handler:^(Receipt *receipt, NSError *error) {
      if (error) [self fail:error ? [error code] : 0];
    }];
    for (Load *next in [self all]) { [next go]; }
    NSDictionary *d = @{@"a": @[ @1, @YES ], @"b": [load name]};
    [(Crane *)d[@"x"] stop]; SEL s = @selector(move::); const char *c = R"(raw " text)"; // end
  }
  @end

  """
