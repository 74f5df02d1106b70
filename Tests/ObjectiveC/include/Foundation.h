// As much of Foundation, the runtime and libdispatch as the cases of pages and the sample need.
typedef signed char BOOL;
#define YES ((BOOL)1)
#define NO ((BOOL)0)
#define nil ((id)0)
#define Nil ((Class)0)
#define NULL ((void *)0)
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef double NSTimeInterval;
typedef double CGFloat;
#define NS_ENUM(type, name) enum name : type name; enum name : type
typedef struct _NSZone NSZone;

@protocol NSObject
- (instancetype)self;
- (Class)class;
- (BOOL)isKindOfClass:(Class)cls;
@end
@protocol NSCopying
@end
@protocol NSMutableCopying
@end
__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype)alloc;
+ (instancetype)new;
+ (Class)class;
- (instancetype)init;
- (id)copy;
- (id)mutableCopy;
@end
@interface NSString : NSObject <NSCopying>
+ (instancetype)stringWithFormat:(NSString *)format, ...;
- (NSUInteger)length;
- (BOOL)hasPrefix:(NSString *)prefix;
@end
@interface NSNumber : NSObject <NSCopying>
+ (NSNumber *)numberWithInt:(int)value;
+ (NSNumber *)numberWithBool:(BOOL)value;
@end
@interface NSData : NSObject
@end
@interface NSError : NSObject
- (NSInteger)code;
@end
@interface NSArray<T> : NSObject
+ (instancetype)arrayWithObjects:(const T[])objects count:(NSUInteger)count;
- (T)objectAtIndexedSubscript:(NSUInteger)index;
- (NSUInteger)count;
@end
@interface NSMutableArray<T> : NSArray<T>
- (void)addObject:(T)object;
@end
@interface NSDictionary<K, V> : NSObject
+ (instancetype)dictionary;
+ (instancetype)dictionaryWithObjects:(const V[])objects forKeys:(const K<NSCopying>[])keys count:(NSUInteger)count;
- (V)objectForKeyedSubscript:(K)key;
@end
@interface NSMutableDictionary<K, V> : NSDictionary<K, V>
- (void)setObject:(V)object forKeyedSubscript:(K<NSCopying>)key;
@end
@interface NSURLRequest : NSObject
@end

typedef struct objc_method *Method;
Method *class_copyMethodList(Class cls, unsigned int *count);
SEL method_getName(Method method);
NSString *NSStringFromSelector(SEL selector);
NSString *NSStringFromClass(Class cls);
void method_exchangeImplementations(Method a, Method b);
@interface NSURLSessionTask : NSObject
@property(readonly) NSInteger state;
@end

@interface NSObject (Aspects)
+ (id)aspect_hookSelector:(SEL)selector
              withOptions:(NSUInteger)options
               usingBlock:(id)block
                    error:(NSError **)error;
@end
void NSLog(NSString *format, ...);

@protocol OS_dispatch_queue
@end
typedef NSObject<OS_dispatch_queue> *dispatch_queue_t;
typedef NSObject *dispatch_queue_attr_t;
typedef long dispatch_once_t;
#define DISPATCH_QUEUE_SERIAL ((dispatch_queue_attr_t)0)
dispatch_queue_t dispatch_get_main_queue(void);
dispatch_queue_t dispatch_queue_create(const char *label, dispatch_queue_attr_t attribute);
void dispatch_once(dispatch_once_t *token, void (^block)(void));
void dispatch_async(dispatch_queue_t queue, void (^block)(void));
