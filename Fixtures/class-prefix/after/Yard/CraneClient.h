#import <Foundation/Foundation.h>

@class HCXLoad;
@class HCXLiftReply;
@protocol HCXCrane2;

NS_ASSUME_NONNULL_BEGIN

typedef void (^LiftHandler)(HCXLiftReply *_Nullable reply, NSError *_Nullable error);

/// Lifts loads. A Load is what the crane's own protocol calls one.
@interface CraneClient : NSObject

@property(nonatomic, readonly) NSArray<HCXLoad *> *lifted;

- (instancetype)initWithHost:(NSString *)host;
- (instancetype)initWithService:(id<HCXCrane2>)service;

/// A piece of a selector that has a message's name.
- (void)Load:(HCXLoad *)load handler:(LiftHandler)handler;

@end

NS_ASSUME_NONNULL_END
