#import "HLOGreetingPresenter.h"

#import "HelloTypes.pbobjc.h"

@implementation HLOGreetingPresenter

- (NSData *)requestDataForName:(NSString *)name {
  HelloRequest *request = [HelloRequest message];
  request.name = name;
  request.locale = [NSLocale currentLocale].localeIdentifier;
  return [request data] ?: [NSData data];
}

- (NSString *)titleForReply:(HelloReply *)reply {
  return reply.message.length > 0 ? reply.message : @"…";
}

@end
