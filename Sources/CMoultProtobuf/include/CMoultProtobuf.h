/// What Moult needs of libprotobuf, as plain C.
///
/// Nothing here reads a file, throws, or shows a C++ type. A function that takes a `MoultProtoParse`
/// only reads it; what it returns belongs to the parse and lives as long.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The result of parsing one `.proto` file.
typedef struct MoultProtoParse MoultProtoParse;

/// Bytes that belong to a `MoultProtoParse`. `bytes` is not null, even if `count` is zero.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} MoultProtoBytes;

typedef enum {
  /// The file was read to its end; `moult_proto_parse_descriptor` holds what was understood.
  MOULT_PROTO_READ = 0,
  /// The file is too large to be a `.proto` file.
  MOULT_PROTO_TOO_LARGE = 1,
  /// Blocks are nested deeper than the parser's stack may grow.
  MOULT_PROTO_TOO_DEEP = 2,
  /// An `extensions` statement would multiply to an unreasonable size.
  MOULT_PROTO_TOO_MANY_RANGES = 3,
  /// libprotobuf gave up, for example for lack of memory.
  MOULT_PROTO_FAILED = 4,
} MoultProtoOutcome;

typedef struct {
  /// Zero-based, counted by LF alone.
  int32_t line;
  /// Zero-based bytes, in which a tab jumps to the next multiple of eight.
  int32_t column;
  MoultProtoBytes message;
} MoultProtoMessage;

/// Parses `count` bytes at `bytes`, without resolving imports, names or options.
///
/// Returns null only if memory ran out. The caller destroys the result.
MoultProtoParse *moult_proto_parse_create(const uint8_t *bytes, size_t count);

void moult_proto_parse_destroy(MoultProtoParse *parse);

MoultProtoOutcome moult_proto_parse_outcome(const MoultProtoParse *parse);

/// The offset of the byte at which the file was refused; zero if it was not.
size_t moult_proto_parse_refusal(const MoultProtoParse *parse);

/// A serialized `google.protobuf.FileDescriptorProto` without source info; its strings are valid UTF-8.
MoultProtoBytes moult_proto_parse_descriptor(const MoultProtoParse *parse);

/// A serialized `google.protobuf.SourceCodeInfo`, with comments as they are, valid UTF-8 or not.
MoultProtoBytes moult_proto_parse_source_info(const MoultProtoParse *parse);

/// The number of error messages kept; the first few hundred are.
size_t moult_proto_parse_message_count(const MoultProtoParse *parse);

/// Requires an index below `moult_proto_parse_message_count`.
MoultProtoMessage moult_proto_parse_message(const MoultProtoParse *parse, size_t index);

#ifdef __cplusplus
}
#endif
