#import "Registry.h"

#include <vector>

#import "Manifest.pbobjc.h"
#import "Train.pbobjc.h"

namespace yard {

// Not a message: the train that the yard itself thinks of.
struct Track_View { int number; };

static std::vector<Track_View> views(Train *train) {
  return {Track_View{train.track.number}};
}

}  // namespace yard

@implementation Registry

- (GPBExtensionRegistry *)extensions {
  GPBExtensionRegistry *registry = [ManifestRoot extensionRegistry];
  [registry addExtensions:[TrainRoot extensionRegistry]];
  return registry;
}

- (NSUInteger)waitingIn:(ShipManifest *)manifest {
  if (manifest.stage != Stage_StageBooked) return 0;
  NSUInteger count = 0;
  for (Train *train in manifest.trainsArray) {
    count += yard::views(train).size();
    for (NSString *key in train.loads) count += train.loads[key].sealsArray_Count;
  }
  return count;
}

@end
