import KiteKit

var kite = Kite(name: "Red", altitude: 3)
kite.climb(by: 20, in: .fresh)
kite.climb(by: 100, in: .fresh)
kite.line.length = 150
print(kite.altitude, kite.line.length, describe(kite, verbosely: true))

let second = Kite.launched(name: "Blue")
print(describe(second))

Forecaster().forecast(for: "beach") { result in
  print(result)
}
