#import <Foundation/Foundation.h>

@class GPBExtensionRegistry, ShipManifest;

@interface Registry : NSObject
- (GPBExtensionRegistry *)extensions;
- (NSUInteger)waitingIn:(ShipManifest *)manifest;
@end
