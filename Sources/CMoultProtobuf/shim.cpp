// The only file that includes libprotobuf. Written for 3.21, and for 22 and later, which speak Abseil.

#include <google/protobuf/compiler/parser.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream.h>
#include <google/protobuf/message.h>
#include <google/protobuf/stubs/common.h>
#if GOOGLE_PROTOBUF_VERSION < 4022000
#include <google/protobuf/stubs/logging.h>
#endif

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "CMoultProtobuf.h"
#include "Guard.h"

#if GOOGLE_PROTOBUF_VERSION >= 4022000
#define MOULT_PROTOBUF_SPEAKS_ABSEIL 1
#include <absl/strings/string_view.h>
#else
#define MOULT_PROTOBUF_SPEAKS_ABSEIL 0
#endif

namespace gp = google::protobuf;

struct MoultProtoParse {
  struct Entry {
    int32_t line;
    int32_t column;
    std::string text;
  };

  MoultProtoOutcome outcome = MOULT_PROTO_FAILED;
  size_t refusal = 0;
  std::string descriptor;
  std::string sourceInfo;
  std::vector<Entry> messages;
};

namespace {

constexpr size_t keptMessages = 200;

/// Collects errors. Warnings are about naming style, which is not our business.
class Collector : public gp::io::ErrorCollector {
 public:
  explicit Collector(std::vector<MoultProtoParse::Entry> &entries) : entries_(entries) {}

#if MOULT_PROTOBUF_SPEAKS_ABSEIL
  void RecordError(int line, int column, absl::string_view message) override {
    add(line, column, std::string(message));
  }
#else
  void AddError(int line, int column, const std::string &message) override {
    add(line, column, message);
  }
#endif

 private:
  void add(int line, int column, std::string text) {
    if (entries_.size() < keptMessages) {
      entries_.push_back({line, column, std::move(text)});
    }
  }

  std::vector<MoultProtoParse::Entry> &entries_;
};

/// Lends a text in small pieces, and ends early when the parser has used up its share of the stack.
///
/// After an error the parser skips blocks by recursion, and skips one token too many after each inner
/// block, so that even balanced braces make it descend without end. It asks for more text at the
/// bottom of that recursion, which is where the stack can be measured.
class Stream : public gp::io::ZeroCopyInputStream {
 public:
  Stream(const uint8_t *bytes, size_t count) : bytes_(bytes), count_(count) {
    char here;
    base_ = reinterpret_cast<uintptr_t>(&here);
  }

  bool Next(const void **data, int *size) override {
    char here;
    uintptr_t address = reinterpret_cast<uintptr_t>(&here);
    size_t used = address < base_ ? base_ - address : address - base_;
    if (used > moult::Limits::stackBytes) {
      isExhausted_ = true;
      return false;
    }
    if (position_ == count_) return false;
    // In an unoptimized libprotobuf a level of eleven bytes ("message A{") costs some two kilobytes.
    size_t piece = std::min<size_t>(512, count_ - position_);
    *data = bytes_ + position_;
    *size = static_cast<int>(piece);
    position_ += piece;
    return true;
  }

  void BackUp(int count) override { position_ -= static_cast<size_t>(count); }

  bool Skip(int count) override {
    size_t step = std::min<size_t>(static_cast<size_t>(count), count_ - position_);
    position_ += step;
    return step == static_cast<size_t>(count);
  }

  int64_t ByteCount() const override { return static_cast<int64_t>(position_); }

  bool isExhausted() const { return isExhausted_; }

 private:
  const uint8_t *bytes_;
  size_t count_;
  size_t position_ = 0;
  uintptr_t base_;
  bool isExhausted_ = false;
};

std::string repaired(const std::string &text) {
  std::string result = text;
  for (char &byte : result) {
    if (static_cast<unsigned char>(byte) >= 0x80) byte = '?';
  }
  return result;
}

bool isValid(const std::string &text) { return moult::isValidUTF8(text.data(), text.size()); }

/// Makes every string field valid UTF-8, for decoders that insist on it.
void repairStrings(gp::Message &message) {
  const gp::Reflection *reflection = message.GetReflection();
  std::vector<const gp::FieldDescriptor *> fields;
  reflection->ListFields(message, &fields);
  for (const gp::FieldDescriptor *field : fields) {
    const bool isList = field->is_repeated();
    const int size = isList ? reflection->FieldSize(message, field) : 1;
    for (int i = 0; i < size; i++) {
      if (field->cpp_type() == gp::FieldDescriptor::CPPTYPE_MESSAGE) {
        repairStrings(
            isList ? *reflection->MutableRepeatedMessage(&message, field, i)
                   : *reflection->MutableMessage(&message, field));
      } else if (field->type() == gp::FieldDescriptor::TYPE_STRING) {
        std::string text = isList ? reflection->GetRepeatedString(message, field, i)
                                  : reflection->GetString(message, field);
        if (isValid(text)) continue;
        if (isList) {
          reflection->SetRepeatedString(&message, field, i, repaired(text));
        } else {
          reflection->SetString(&message, field, repaired(text));
        }
      }
    }
  }
}

void run(MoultProtoParse &parse, const uint8_t *bytes, size_t count) {
#if !MOULT_PROTOBUF_SPEAKS_ABSEIL
  gp::LogSilencer silencer;
#endif
  Collector collector(parse.messages);
  Stream stream(bytes, count);
  gp::FileDescriptorProto file;
  {
    gp::io::Tokenizer tokenizer(&stream, &collector);
    gp::compiler::Parser parser;
    parser.RecordErrorsTo(&collector);
    parser.Parse(&tokenizer, &file);
  }
  if (stream.isExhausted()) {
    parse.outcome = MOULT_PROTO_TOO_DEEP;
    parse.refusal = static_cast<size_t>(stream.ByteCount());
    return;
  }
  std::unique_ptr<gp::SourceCodeInfo> info(file.release_source_code_info());
  if (info && !info->SerializePartialToString(&parse.sourceInfo)) return;
  // Without an escape or a stray byte in the text, no string can be other than valid.
  const char *text = reinterpret_cast<const char *>(bytes);
  if (std::find(text, text + count, '\\') != text + count || !moult::isValidUTF8(text, count)) {
    repairStrings(file);
  }
  if (file.SerializePartialToString(&parse.descriptor)) parse.outcome = MOULT_PROTO_READ;
}

MoultProtoBytes lend(const std::string &text) {
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

}  // namespace

MoultProtoParse *moult_proto_parse_create(const uint8_t *bytes, size_t count) {
  MoultProtoParse *parse = new (std::nothrow) MoultProtoParse;
  if (parse == nullptr) return nullptr;
  try {
    moult::Refusal refusal = moult::examine(bytes, count);
    if (refusal.outcome == MOULT_PROTO_READ) {
      run(*parse, bytes, count);
    } else {
      parse->outcome = refusal.outcome;
      parse->refusal = refusal.offset;
    }
  } catch (...) {
    parse->outcome = MOULT_PROTO_FAILED;
  }
  return parse;
}

void moult_proto_parse_destroy(MoultProtoParse *parse) { delete parse; }

MoultProtoOutcome moult_proto_parse_outcome(const MoultProtoParse *parse) { return parse->outcome; }

size_t moult_proto_parse_refusal(const MoultProtoParse *parse) { return parse->refusal; }

MoultProtoBytes moult_proto_parse_descriptor(const MoultProtoParse *parse) {
  return lend(parse->descriptor);
}

MoultProtoBytes moult_proto_parse_source_info(const MoultProtoParse *parse) {
  return lend(parse->sourceInfo);
}

size_t moult_proto_parse_message_count(const MoultProtoParse *parse) {
  return parse->messages.size();
}

MoultProtoMessage moult_proto_parse_message(const MoultProtoParse *parse, size_t index) {
  const MoultProtoParse::Entry &entry = parse->messages[index];
  return {entry.line, entry.column, lend(entry.text)};
}
