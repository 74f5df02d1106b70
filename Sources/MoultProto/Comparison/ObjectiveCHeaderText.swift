extension SchemaSide {
  /// Returns what protoc's Objective-C generator, and the plugin of gRPC, declare for a file: classes with their
  /// properties, and the messages of services.
  ///
  /// Functions, enums and constants are left out, as nothing is inferred from them.
  package func objectiveCHeader(ofFileAt index: Int) -> String {
    var text = ""
    for declared in messages where declared.file == index {
      let name = objectiveCNames(of: index).className(declared.path)
      text += "@interface \(name) : GPBMessage\n"
      for field in declared.message.fields {
        for (role, member) in objectiveCMembers(of: field, in: declared) {
          guard member.container != nil, member.kind == .value else { continue }
          let other = role == "count" ? "NSUInteger" : "BOOL"
          let type = role == "property" ? member.type ?? "id" : other
          text += "@property(nonatomic, readwrite) \(type) \(member.name);\n"
        }
      }
      for oneof in declared.message.oneofs {
        for (role, member) in objectiveCMembers(of: oneof, in: declared) where role == "property" {
          text += "@property(nonatomic, readonly) int32_t \(member.name);\n"
        }
      }
      text += "@end\n"
    }
    for declared in services where declared.file == index {
      let name = objectiveCNames(of: index).serviceName(declared.service.name)
      let messages = declared.service.methods.map { declarations(of: $0, in: declared) }.joined()
      // The protocol of the current API, and the class; the old API's protocol has the class's name.
      text += "@protocol \(name)2 <NSObject>\n\(messages)@end\n"
      text += "@interface \(name) : GRPCProtoService <\(name)2>\n\(messages)"
      text += "+ (instancetype)serviceWithHost:(NSString *)host;\n"
      text += "+ (instancetype)serviceWithHost:(NSString *)host callOptions:(GRPCCallOptions *)o;\n"
      text += "@end\n"
    }
    return text
  }

  private func declarations(of method: ProtoMethod, in declared: DeclaredService) -> String {
    let scope = project.files[declared.file].fullName(of: declared.service)
    let request = objectiveCClass(method.inputType, in: scope, of: declared.file) ?? "GPBMessage *"
    let selectors = method.objectiveCSelectors
    func parameters(_ selector: String, _ types: [String]) -> String {
      zip(selector.split(separator: ":"), types).enumerated().map { index, part in
        "\(part.0):(\(part.1))p\(index)"
      }.joined(separator: " ")
    }
    let first = method.clientStreaming ? "GRXWriter *" : request
    let call = method.clientStreaming ? "GRPCStreamingProtoCall *" : "GRPCUnaryProtoCall *"
    let types =
      method.clientStreaming
      ? ["id<GRPCProtoResponseHandler>", "GRPCCallOptions *"]
      : [request, "id<GRPCProtoResponseHandler>", "GRPCCallOptions *"]
    return "- (void)\(parameters(selectors.short, [first, "id"]));\n"
      + "- (GRPCProtoCall *)\(parameters(selectors.callObject, [first, "id"]));\n"
      + "- (\(call))\(parameters(selectors.current, types));\n"
  }
}

/// What the runtime of protobuf declares for every message, as far as values come out of it.
package let objectiveCMessageHeader = """
  @interface GPBMessage : NSObject <NSCopying>
  + (instancetype)message;
  + (instancetype)parseFromData:(NSData *)data error:(NSError **)error;
  + (instancetype)parseFromData:(NSData *)data extensionRegistry:(id)registry error:(NSError **)error;
  + (instancetype)parseFromCodedInputStream:(id)input extensionRegistry:(id)registry error:(NSError **)error;
  + (instancetype)parseDelimitedFromCodedInputStream:(id)input extensionRegistry:(id)registry error:(NSError **)error;
  - (instancetype)initWithData:(NSData *)data error:(NSError **)error;
  - (instancetype)initWithData:(NSData *)data extensionRegistry:(id)registry error:(NSError **)error;
  - (NSData *)data;
  - (NSData *)delimitedData;
  @end
  """
