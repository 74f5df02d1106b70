#include "Guard.h"

#include <string.h>

namespace moult {
namespace {

bool isWordByte(uint8_t byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_';
}

/// Walks comments and strings exactly as libprotobuf's tokenizer does: a NUL ends a line comment and a
/// string, a line break ends a string.
struct Walk {
  const uint8_t *bytes;
  size_t count;
  size_t position = 0;

  uint8_t peek(size_t ahead = 0) const {
    return position + ahead < count ? bytes[position + ahead] : 0;
  }

  void skipLineComment() {
    while (position < count && bytes[position] != '\n' && bytes[position] != 0) position++;
  }

  void skipBlockComment() {
    position += 2;
    while (position < count && !(bytes[position] == '*' && peek(1) == '/')) position++;
    position = position + 2 < count ? position + 2 : count;
  }

  void skipString() {
    uint8_t quote = bytes[position++];
    while (position < count) {
      uint8_t byte = bytes[position];
      if (byte == '\n' || byte == 0) return;
      position++;
      if (byte == quote) return;
      if (byte == '\\' && position < count && bytes[position] != '\n' && bytes[position] != 0) position++;
    }
  }
};

}  // namespace

Refusal examine(const uint8_t *bytes, size_t count) {
  if (count > Limits::bytes) return {MOULT_PROTO_TOO_LARGE, 0};
  Walk walk{bytes, count};
  int depth = 0;
  size_t pathElements = 0;
  // The ranges of the `extensions` statement that is being walked, or zero outside one.
  size_t ranges = 0, statement = 0, optionsStart = 0;
  while (walk.position < count) {
    uint8_t byte = bytes[walk.position];
    if (byte == ';' || byte == ',' || byte == '{') {
      pathElements += static_cast<size_t>(depth) + 4;
      if (pathElements > Limits::pathElements) return {MOULT_PROTO_TOO_LARGE, walk.position};
    }
    switch (byte) {
      case '/':
        if (walk.peek(1) == '/') { walk.skipLineComment(); continue; }
        if (walk.peek(1) == '*') { walk.skipBlockComment(); continue; }
        break;
      case '"':
      case '\'':
        walk.skipString();
        continue;
      case '{':
        if (++depth > Limits::depth) return {MOULT_PROTO_TOO_DEEP, walk.position};
        break;
      case '}':
        if (depth > 0) depth--;
        break;
      case ',':
        if (ranges > 0 && optionsStart == 0) ranges++;
        break;
      case '[':
        if (ranges > 0 && optionsStart == 0) optionsStart = walk.position;
        break;
      case ';':
        if (optionsStart > 0 &&
            ranges > Limits::rangesTimesOptionBytes / (walk.position - optionsStart)) {
          return {MOULT_PROTO_TOO_MANY_RANGES, statement};
        }
        ranges = optionsStart = 0;
        break;
      default:
        if (isWordByte(byte)) {
          size_t start = walk.position;
          while (isWordByte(walk.peek())) walk.position++;
          if (walk.position - start == 10 && memcmp(bytes + start, "extensions", 10) == 0 && ranges == 0) {
            ranges = 1;
            statement = start;
          }
          continue;
        }
    }
    walk.position++;
  }
  return {MOULT_PROTO_READ, 0};
}

bool isValidUTF8(const char *text, size_t count) {
  const uint8_t *bytes = reinterpret_cast<const uint8_t *>(text);
  size_t i = 0;
  while (i < count) {
    uint8_t lead = bytes[i++];
    if (lead < 0x80) continue;
    int following;
    uint8_t low = 0x80, high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
      following = 1;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
      following = 2;
      if (lead == 0xE0) low = 0xA0;
      if (lead == 0xED) high = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
      following = 3;
      if (lead == 0xF0) low = 0x90;
      if (lead == 0xF4) high = 0x8F;
    } else {
      return false;
    }
    for (; following > 0; following--, low = 0x80, high = 0xBF) {
      if (i >= count || bytes[i] < low || bytes[i] > high) return false;
      i++;
    }
  }
  return true;
}

}  // namespace moult
