import UIKit

final class BerthScreen: UIViewController {
  var store: BerthStore?
  private let label = UILabel()

  func show(_ ship: String) {
    store?.berth(of: ship) { [label] result in
      switch result {
      case .success(let berth): label.text = "\(berth.quay) \(berth.number)"
      case .failure(.offline): label.text = "No connection"
      case .failure(.unknownShip): label.text = "Nobody knows \(ship)"
      case .failure(.other(let reason)): label.text = reason
      }
    }
  }
}
