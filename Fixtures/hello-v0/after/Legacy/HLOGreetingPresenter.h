#import <Foundation/Foundation.h>

@class HXXHelloReply;

NS_ASSUME_NONNULL_BEGIN

/// Shows greetings in the screens that were never moved to Swift.
@interface HLOGreetingPresenter : NSObject

- (NSData *)requestDataForName:(NSString *)name;
- (NSString *)titleForReply:(HXXHelloReply *)reply;

@end

NS_ASSUME_NONNULL_END
