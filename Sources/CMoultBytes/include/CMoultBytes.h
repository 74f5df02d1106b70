#ifndef CMOULT_BYTES_H
#define CMOULT_BYTES_H

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Which of 64 bytes of Swift code are what; the lowest bit stands for the first byte.
struct moult_block {
  /// ASCII letters, digits and `_`.
  uint64_t word;
  uint64_t digit;
  /// Spaces, tabs and line breaks.
  uint64_t trivia;
  uint64_t line_break;
  /// `)`, `]` and `}`.
  uint64_t closer;
  /// What is a token of its own whatever follows, `closer` included.
  uint64_t punctuation;
  uint64_t colon;
  /// What operators are made of but `/` and `.`, `mark` included.
  uint64_t op;
  /// `?` and `!`.
  uint64_t mark;
  uint64_t dot;
  /// Bytes beyond ASCII and `$`, which may continue a name.
  uint64_t beyond;
};

/// Reads 64 bytes at any address.
typedef void (*moult_block_reader)(const uint8_t *bytes, struct moult_block *block);

/// Reads them on every machine.
void moult_read_block(const uint8_t *bytes, struct moult_block *block);

/// Returns the reader that is fastest on this machine.
moult_block_reader moult_choose_block_reader(void);

#pragma clang assume_nonnull end

#endif
