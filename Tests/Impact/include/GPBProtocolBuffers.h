// As much of protobuf's Objective-C runtime as the generated headers and the sample need, in our own words.
#pragma once
#define GOOGLE_PROTOBUF_OBJC_VERSION 30004
#define GOOGLE_PROTOBUF_OBJC_MIN_SUPPORTED_VERSION 30001
#define CF_EXTERN_C_BEGIN
#define CF_EXTERN_C_END
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define GPB_FINAL
#define GPB_DEPRECATED_MSG(message)
#define GPB_ENUM(name) enum name : int32_t name; enum name : int32_t
#define GPB_ENUM_FWD_DECLARE(name) enum name : int32_t
#define kGPBUnrecognizedEnumeratorValue ((int32_t)0xFBADBEEF)
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

@class GPBEnumDescriptor;
@class GPBExtensionDescriptor;
@interface GPBRootObject : NSObject
@end
@interface GPBMessage : NSObject <NSCopying>
+ (instancetype)message;
- (void)setExtension:(GPBExtensionDescriptor *)extension value:(id)value;
@end
@interface GPBStringInt32Dictionary : NSObject
- (void)setInt32:(int32_t)value forKey:(NSString *)key;
@end
