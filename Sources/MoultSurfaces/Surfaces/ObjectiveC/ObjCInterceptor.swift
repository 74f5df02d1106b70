import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// Puts the skeleton of a global interceptor before the implementation that swizzles generated methods.
///
/// The swizzling itself stays: it serves the calls of the old form as long as there are any.
let interceptorSkeleton: @Sendable (ObjCMatch) -> ObjCAction = { match in
  let registers = match.project.types.values.contains { types in
    !types.file.messages(named: "registerGlobalInterceptor:").isEmpty
  }
  guard !registers,
    let container = match.file.containers.first(where: {
      $0.range.contains(match.range.lowerBound)
    }),
    !match.file.identifiers.contains(where: {
      match.source.text($0.range) == container.name + "Interceptor"
    })
  else { return .advise(nil) }
  let name = container.name
  let text = """
    /// Sees every call that is made with call options, in place of swizzled methods.
    @interface \(name)Interceptor : GRPCInterceptor
    @end
    @implementation \(name)Interceptor
    - (void)startWithRequestOptions:(GRPCRequestOptions *)requestOptions
                        callOptions:(GRPCCallOptions *)callOptions {
      <#what is done before a call#>
      [super startWithRequestOptions:requestOptions callOptions:callOptions];
    }
    - (void)didCloseWithTrailingMetadata:(NSDictionary *)trailingMetadata error:(NSError *)error {
      <#what is done after a call#>
      [super didCloseWithTrailingMetadata:trailingMetadata error:error];
    }
    @end

    /// Registered once, when the application starts: [\(name)InterceptorFactory registerOnce].
    @interface \(name)InterceptorFactory : NSObject <GRPCInterceptorFactory>
    + (void)registerOnce;
    @end
    @implementation \(name)InterceptorFactory
    + (void)registerOnce {
      static dispatch_once_t once;
      dispatch_once(&once, ^{
        [GRPCCall2 registerGlobalInterceptor:[[\(name)InterceptorFactory alloc] init]];
      });
    }
    - (GRPCInterceptor *)createInterceptorWithManager:(GRPCInterceptorManager *)interceptorManager {
      dispatch_queue_t queue = dispatch_queue_create(NULL, DISPATCH_QUEUE_SERIAL);
      return [[\(name)Interceptor alloc] initWithInterceptorManager:interceptorManager
                                                     dispatchQueue:queue];
    }
    @end


    """
  let lineBreak = match.lineBreak(before: ByteOffset(0))
  let place = container.range.lowerBound
  return .edits(
    [Edit(place..<place, text.replacing("\n", with: lineBreak))],
    headers: ["GRPCClient/GRPCCall+Interceptor.h", "GRPCClient/GRPCInterceptor.h"])
}
