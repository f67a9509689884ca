// swift-tools-version: 6.2

import PackageDescription

// A package that uses a11y-bridge as a library: an application that is written with its views and served by
// its server, and a client that watches and controls it.
let bridge = "a11y-bridge"
let package = Package(
  name: "a11y-bridge-examples",
  dependencies: [.package(name: bridge, path: "../..")],
  targets: [
    .executableTarget(
      name: "shop",
      dependencies: [
        .product(name: "AccessibilityViews", package: bridge),
        .product(name: "BridgeServer", package: bridge),
      ]),
    .executableTarget(
      name: "shopper",
      dependencies: [.product(name: "BridgeClient", package: bridge)]),
  ]
)
