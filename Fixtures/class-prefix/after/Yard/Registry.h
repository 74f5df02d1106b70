#import <Foundation/Foundation.h>

@class GPBExtensionRegistry, FXXShipManifest;

@interface Registry : NSObject
- (GPBExtensionRegistry *)extensions;
- (NSUInteger)waitingIn:(FXXShipManifest *)manifest;
@end
