// swift-tools-version: 6.2

import PackageDescription

// Measures what a change of views costs. A package of its own, so that programs need not carry it.
let bridge = "a11y-bridge"
let package = Package(
  name: "views-bench",
  dependencies: [.package(name: bridge, path: "../..")],
  targets: [
    .executableTarget(
      name: "views-bench",
      dependencies: [.product(name: "AccessibilityViews", package: bridge)])
  ]
)
