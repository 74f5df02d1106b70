#import "HLOGreetingPresenter.h"

#import "HelloTypes.pbobjc.h"

@implementation HLOGreetingPresenter

- (NSData *)requestDataForName:(NSString *)name {
  HXXHelloRequest *request = [HXXHelloRequest message];
  request.name = name;
  request.locale = [NSLocale currentLocale].localeIdentifier;
  return [request data] ?: [NSData data];
}

- (NSString *)titleForReply:(HXXHelloReply *)reply {
  return reply.message.length > 0 ? reply.message : @"…";
}

@end
