// swift-tools-version: 6.2

import PackageDescription

// Measures what standing selectors cost. A package of its own, so that programs need not carry it.
let bridge = "a11y-bridge"
let package = Package(
  name: "matches-bench",
  dependencies: [.package(name: bridge, path: "../..")],
  targets: [
    .executableTarget(
      name: "matches-bench",
      dependencies: [
        .product(name: "BridgeServer", package: bridge),
        .product(name: "BridgeClient", package: bridge),
      ])
  ]
)
