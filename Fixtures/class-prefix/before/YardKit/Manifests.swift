import Foundation

enum Stop {
  case Train(Int)
  case end
}

extension ShipManifest {
  var first: Train? { trainsArray.firstObject as? Train }

  var stop: Stop { first.map { Stop.Train(Int($0.track.number)) } ?? .end }

  var isBooked: Bool { stage == .stageBooked }
}

/// The kit has a track of its own, in another module than the classes of 'track.proto'.
enum Tracks {
  struct Track { let number: Int }

  static func all(_ manifest: ShipManifest) -> [Track] {
    manifest.trainsArray.compactMap { $0 as? Train }.map { Track(number: Int($0.track.number)) }
  }
}
