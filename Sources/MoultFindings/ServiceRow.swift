/// One service on one surface of one module, with the library and the era that it speaks there.
package struct ServiceRow: Hashable, Sendable {
  /// As it is called on the wire: `hello.v1.Greeter`.
  package let service: String
  package let library: String
  package let module: String
  package let surface: InventorySurface

  /// As hops name it (`0`); nil where what was seen fits several eras.
  package let era: String?

  /// The first place in each file that names the service; sorted, at least one.
  package let places: [EraPlace]

  /// What rules have found there and is about the service.
  package let counts: FindingCounts

  package init(
    service: String, library: String, module: String, surface: InventorySurface, era: String?,
    places: [EraPlace], counts: FindingCounts = FindingCounts()
  ) {
    self.service = service
    self.library = library
    self.module = module
    self.surface = surface
    self.era = era
    self.places = places.sorted()
    self.counts = counts
  }

  /// The number of files that name the service.
  package var files: Int { Set(places.map(\.path)).count }
}

extension ServiceRow: Comparable {
  /// Orders by service, then as the inventory does; an unknown era comes last.
  package static func < (lhs: ServiceRow, rhs: ServiceRow) -> Bool {
    if lhs.service != rhs.service { return lhs.service < rhs.service }
    if lhs.library != rhs.library { return lhs.library < rhs.library }
    if lhs.module != rhs.module { return lhs.module < rhs.module }
    if lhs.surface != rhs.surface { return lhs.surface < rhs.surface }
    guard let left = lhs.era else { return false }
    guard let right = rhs.era else { return true }
    return left < right
  }
}
