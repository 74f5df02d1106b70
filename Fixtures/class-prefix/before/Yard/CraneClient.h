#import <Foundation/Foundation.h>

@class Load;
@class LiftReply;
@protocol Crane2;

NS_ASSUME_NONNULL_BEGIN

typedef void (^LiftHandler)(LiftReply *_Nullable reply, NSError *_Nullable error);

/// Lifts loads. A Load is what the crane's own protocol calls one.
@interface CraneClient : NSObject

@property(nonatomic, readonly) NSArray<Load *> *lifted;

- (instancetype)initWithHost:(NSString *)host;
- (instancetype)initWithService:(id<Crane2>)service;

/// A piece of a selector that has a message's name.
- (void)Load:(Load *)load handler:(LiftHandler)handler;

@end

NS_ASSUME_NONNULL_END
