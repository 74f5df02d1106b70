import Foundation

enum Stop {
  case Train(Int)
  case end
}

extension FXXShipManifest {
  var first: HRXTrain? { trainsArray.firstObject as? HRXTrain }

  var stop: Stop { first.map { Stop.Train(Int($0.track.number)) } ?? .end }

  var isBooked: Bool { stage == .stageBooked }
}

/// The kit has a track of its own, in another module than the classes of 'track.proto'.
enum Tracks {
  struct Track { let number: Int }

  static func all(_ manifest: FXXShipManifest) -> [Track] {
    manifest.trainsArray.compactMap { $0 as? HRXTrain }.map { Track(number: Int($0.track.number)) }
  }
}
