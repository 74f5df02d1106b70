// Looks at a file before libprotobuf's parser does, for what that parser does not survive.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "CMoultProtobuf.h"

namespace moult {

/// Bounds on what is handed to the parser. Real files stay far below them.
struct Limits {
  static constexpr size_t bytes = 64 << 20;
  /// The number of statements, each as often as its levels. A location in SourceCodeInfo is as long as its
  /// path, and every statement has several, so that a megabyte of text at the bottom could become a gigabyte.
  static constexpr size_t pathElements = 4 << 20;
  /// Every level costs the parser up to about two kilobytes of stack.
  static constexpr int depth = 100;
  /// The parser copies the options of an `extensions` statement to each of its ranges.
  static constexpr size_t rangesTimesOptionBytes = 4 << 20;
  /// What the parser may take of the stack. Threads have as little as 512 KiB.
  static constexpr size_t stackBytes = 256 << 10;
};

struct Refusal {
  MoultProtoOutcome outcome;
  size_t offset;
};

/// Returns `MOULT_PROTO_READ` if nothing speaks against parsing the bytes.
Refusal examine(const uint8_t *bytes, size_t count);

/// Whether the bytes are well-formed UTF-8.
bool isValidUTF8(const char *bytes, size_t count);

}  // namespace moult
