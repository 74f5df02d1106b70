import KiteKit

var kite = Dragon(called: "Red", height: 3)
kite.rise(20, wind: .fresh)
kite.soar()
kite.lineLength = 150
print(kite.height, kite.lineLength, kite.summary())

let second = launch(name: "Blue")
print(describe(second))

Forecaster().forecast(for: "beach") { result in
  print(result)
}
