#include "CMoultBytes.h"

#include <string.h>

typedef uint8_t bytes64 __attribute__((vector_size(64)));
typedef _Bool bits64 __attribute__((ext_vector_type(64)));

#define IS(byte) ((bytes64)(text == (uint8_t)(byte)))
/// Compares with `byte` what a byte is with these bits set, so that two characters take one comparison.
#define IS_WITH(bits, byte) ((bytes64)((text | (uint8_t)(bits)) == (uint8_t)(byte)))
#define IS_ONE_OF(count, first, bits) \
  ((bytes64)((bytes64)((text | (uint8_t)(bits)) - (uint8_t)(first)) < (uint8_t)(count)))

#define STORE(name, mask)                                    \
  do {                                                       \
    bits64 bits = __builtin_convertvector((mask), bits64);   \
    memcpy(&block->name, &bits, sizeof block->name);         \
  } while (0)

/// Written once, with vectors of 64 bytes, which the compiler takes apart as far as the target's registers make it.
__attribute__((always_inline)) static inline void read_block(
    const uint8_t *bytes, struct moult_block *block) {
  bytes64 text;
  memcpy(&text, bytes, sizeof text);
  bytes64 digit = IS_ONE_OF(10, '0', 0);
  bytes64 line_break = IS('\n') | IS('\r');
  bytes64 mark = IS('?') | IS('!');
  bytes64 closer = IS(')') | IS_WITH(0x20, '}');
  STORE(word, IS_ONE_OF(26, 'a', 0x20) | digit | IS('_'));
  STORE(digit, digit);
  STORE(trivia, IS(' ') | IS('\t') | line_break);
  STORE(line_break, line_break);
  STORE(closer, closer);
  STORE(punctuation, closer | IS('(') | IS_WITH(0x20, '{') | IS(',') | IS(';') | IS('@') | IS('\\'));
  STORE(colon, IS(':'));
  // `<=>`, `*+`, `%&`, `|~`.
  STORE(op, mark | IS_ONE_OF(3, '<', 0) | IS_WITH(0x01, '+') | IS_ONE_OF(2, '%', 0) |
                IS_WITH(0x02, '~') | IS('-') | IS('^'));
  STORE(mark, mark);
  STORE(dot, IS('.'));
  STORE(beyond, (bytes64)(text >= (uint8_t)0x80) | IS('$'));
}

void moult_read_block(const uint8_t *bytes, struct moult_block *block) { read_block(bytes, block); }

#if defined(__x86_64__)

__attribute__((target("avx2"))) static void read_block_with_avx2(
    const uint8_t *bytes, struct moult_block *block) {
  read_block(bytes, block);
}

#endif

moult_block_reader moult_choose_block_reader(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return read_block_with_avx2;
#endif
  return moult_read_block;
}
