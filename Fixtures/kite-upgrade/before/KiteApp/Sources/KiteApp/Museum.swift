/// The app's own things have names of KiteKit 1, and stay as they are.
struct Exhibit {
  var height: Int

  mutating func rise(_ metres: Int, wind: Int) { height += metres * wind }

  func summary() -> String { "\(height) cm" }
}

func exhibits() -> [String] {
  var exhibit = Exhibit(height: 40)
  exhibit.rise(2, wind: 1)
  return [exhibit.summary(), "\(exhibit.height)"]
}
