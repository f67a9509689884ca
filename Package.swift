// swift-tools-version: 6.2

import PackageDescription

/// Every Swift target: Swift 6 mode, memory-unsafe code marked, no warning left standing.
/// Debug builds compile whole modules, as release builds do: with several files at a time, each of the compiler's processes
/// reads all others of the module again, and a clean build takes twice as long.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .unsafeFlags(
    ["-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode"],
    .when(configuration: .debug)),
]

/// A library target: it may import what is listed, and nothing else.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], _ more: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict + more)
}

/// For libraries whose small functions others call for each of 15,000 elements: their bodies are compiled into the callers.
let inlinedElsewhere: [SwiftSetting] = [
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))
]

/// A test target, named after what it tests.
/// `data` are directories that its tests read where they stand.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], data: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: data, swiftSettings: strict)
}

let package = Package(
  name: "a11y-bridge",
  products: [
    .executable(name: "a11y-bridge", targets: ["a11y-bridge"]),
    .executable(name: "bridge-client", targets: ["bridge-client"]),
    // For programs that watch and drive: with the types that the calls take and return.
    .library(
      name: "BridgeClient",
      targets: [
        "BridgeClient", "BridgeProtocol", "BridgeSecurity", "BridgeTransport", "AccessibilityTree",
      ]),
    // For applications made of views, and for servers of their own.
    .library(
      name: "AccessibilityViews",
      targets: ["AccessibilityViews", "AccessibilityMirror", "AccessibilityTree"]),
    .library(
      name: "BridgeServer",
      targets: [
        "BridgeServer", "BridgePolicy", "BridgeSecurity", "BridgeTransport",
        "AccessibilityMirror", "AccessibilitySpeech", "AccessibilityTree",
      ]),
  ],
  targets: [
    // C libraries, each behind one module.
    .target(
      name: "CProtobuf",
      linkerSettings: [.linkedLibrary("protobuf-c")]),
    .target(name: "CLinux"),
    .target(
      name: "COpenSSL",
      linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
    .target(
      name: "CNghttp2",
      linkerSettings: [.linkedLibrary("nghttp2")]),
    .systemLibrary(
      name: "CSDBus", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),

    .systemLibrary(
      name: "CSDDaemon", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

    // The core: values in, values out. No sockets, no clock.
    library("SafeText"),
    library("TextEncodings"),
    library("AccessibilityTree", ["SafeText"], inlinedElsewhere),
    library("RegularExpressions"),
    library("AccessibilityQueries", ["AccessibilityTree", "RegularExpressions", "SafeText"]),
    library("AccessibilitySpeech", ["AccessibilityTree", "SafeText"]),
    library(
      "AccessibilityRendering",
      ["AccessibilityTree", "AccessibilityQueries", "AccessibilitySpeech", "SafeText"]),
    library(
      "AccessibilityAudit", ["AccessibilityTree", "AccessibilityQueries", "AccessibilityRendering"]),
    library("AccessibilityMirror", ["AccessibilityTree", "SafeText"], inlinedElsewhere),
    library("BridgePolicy", ["AccessibilityTree", "AccessibilityQueries", "SafeText"]),
    library(
      "AssistiveClients",
      [
        "AccessibilityTree", "AccessibilityQueries", "AccessibilityRendering",
        "AccessibilitySpeech", "SafeText",
      ]),
    library(
      "BridgeProtocol",
      ["AccessibilityTree", "AccessibilityRendering", "CProtobuf", "SafeText", "TextEncodings"]),

    library("BridgeGRPC", ["BridgeProtocol", "CNghttp2"]),

    // The system's edge.
    library(
      "BridgeTransport", ["CLinux", "COpenSSL", "SafeText", "TextEncodings"], inlinedElsewhere),

    library("BridgeSecurity", ["BridgeTransport", "SafeText", "TextEncodings"]),

    // Where trees come from.
    library("AccessibilityViews", ["AccessibilityTree", "AccessibilityMirror"]),
    library("SampleApps", ["AccessibilityTree", "AccessibilityMirror", "AccessibilityViews"]),
    // Asynchronous functions run where their caller does: on the loop.
    library(
      "DesktopSource",
      ["AccessibilityTree", "AccessibilityMirror", "BridgeTransport", "CSDBus", "SafeText"],
      [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),

    // The two ends of a connection.
    library(
      "BridgeServer",
      [
        "AccessibilityTree", "AccessibilityQueries", "AccessibilityRendering",
        "AccessibilitySpeech", "AccessibilityMirror", "BridgeGRPC", "BridgePolicy",
        "BridgeProtocol", "BridgeSecurity", "BridgeTransport", "RegularExpressions",
      ]),
    library(
      "BridgeClient",
      ["AccessibilityTree", "BridgeProtocol", "BridgeSecurity", "BridgeTransport"]),

    // The Model Context Protocol, without what its tools do.
    library("ModelContext", ["AccessibilityRendering", "BridgeProtocol"]),

    // The programs.
    library("CommandLineOptions", ["SafeText"]),
    library(
      "BridgeInspector",
      [
        "AccessibilityTree", "AccessibilityQueries", "AccessibilityRendering",
        "AccessibilitySpeech", "AssistiveClients", "CommandLineOptions",
      ]),
    .executableTarget(
      name: "a11y-bridge",
      dependencies: [
        "AccessibilityMirror", "AccessibilityQueries", "AccessibilityTree", "AccessibilityViews",
        "BridgePolicy", "BridgeSecurity", "BridgeServer", "BridgeTransport", "CQREncode",
        "CSDDaemon", "CommandLineOptions", "DesktopSource", "SafeText", "SampleApps",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "bridge-client",
      dependencies: [
        "AccessibilityAudit", "AccessibilityQueries", "AccessibilityRendering",
        "AccessibilitySpeech", "AccessibilityTree", "AssistiveClients", "BridgeClient",
        "BridgeInspector", "BridgeProtocol", "BridgeSecurity", "BridgeTransport",
        "CommandLineOptions", "DesktopSource", "ModelContext", "SafeText",
      ],
      swiftSettings: strict),

    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .target(
      name: "BridgeTestSupport",
      dependencies: ["AccessibilityTree", "BridgeTransport", "CTestSupport", "SafeText"],
      path: "Tests/BridgeTestSupport", swiftSettings: strict),
    tests("BridgeTestSupportTests", ["BridgeTestSupport"]),
    tests("SafeTextTests", ["BridgeTestSupport", "SafeText"]),
    tests("TextEncodingsTests", ["TextEncodings"]),
    tests(
      "AccessibilityTreeTests",
      [
        "AccessibilityAudit", "AccessibilityQueries", "AccessibilityRendering",
        "AccessibilitySpeech", "AccessibilityTree", "BridgeTestSupport", "RegularExpressions",
      ]),
    tests(
      "AccessibilityMirrorTests",
      ["AccessibilityMirror", "AccessibilityTree", "BridgeTestSupport"]),
    tests(
      "BridgeProtocolTests", ["AccessibilityTree", "BridgeProtocol", "CProtobuf"], data: ["Corpus"]),
    tests(
      "BridgeGRPCTests", ["BridgeGRPC", "BridgeProtocol", "BridgeTestSupport", "BridgeTransport"]),
    tests("BridgeTransportTests", ["BridgeTransport", "BridgeTestSupport"]),
    tests(
      "BridgePolicyTests", ["AccessibilityTree", "BridgePolicy", "BridgeTestSupport"]),
    tests("BridgeSecurityTests", ["BridgeSecurity", "BridgeTransport", "BridgeTestSupport"]),
    tests(
      "DesktopSourceTests",
      [
        "AccessibilityMirror", "AccessibilityTree", "BridgeTestSupport", "BridgeTransport",
        "DesktopSource",
      ]),
    tests(
      "BridgeServerTests",
      [
        "AccessibilityMirror", "AccessibilityQueries", "AccessibilitySpeech", "AccessibilityTree",
        "BridgeClient", "BridgePolicy", "BridgeProtocol", "BridgeSecurity", "BridgeServer",
        "BridgeTestSupport", "BridgeTransport", "SampleApps",
      ]),
    tests(
      "AccessibilityViewsTests",
      [
        "AccessibilityMirror", "AccessibilityQueries", "AccessibilitySpeech", "AccessibilityTree",
        "AccessibilityViews", "BridgeTestSupport",
      ]),
    tests(
      "SampleAppsTests",
      [
        "AccessibilityAudit", "AccessibilityMirror", "AccessibilityRendering", "AccessibilityTree",
        "AccessibilityViews", "SampleApps",
      ]),
    tests(
      "AssistiveClientsTests",
      ["AccessibilitySpeech", "AccessibilityTree", "AssistiveClients", "BridgeTestSupport"]),
    tests(
      "BridgeInspectorTests",
      ["AccessibilityTree", "AssistiveClients", "BridgeInspector", "CommandLineOptions"]),
    tests("CommandLineTests", ["CommandLineOptions"]),
    tests(
      "ModelContextTests", ["AccessibilityRendering", "BridgeProtocol", "ModelContext"]),
    tests(
      "EndToEndTests",
      [
        "AccessibilityMirror", "AccessibilityTree", "BridgeClient", "BridgeProtocol",
        "BridgeServer",
        "AccessibilityRendering", "BridgeTestSupport", "BridgeTransport", "ModelContext",
        "SafeText", "SampleApps", "a11y-bridge", "bridge-client",
      ]),
  ]
)

// The programs of the Swift example, for the tests: a build of its package of its own compiles half of this one again.
if Context.environment["A11Y_BRIDGE_EXAMPLES"] == "1" {
  let products: [(program: String, libraries: [Target.Dependency])] = [
    (
      "shop", ["AccessibilityMirror", "AccessibilityViews", "BridgeServer", "BridgeTransport"]
    ),
    ("shopper", ["AccessibilityTree", "BridgeClient", "BridgeProtocol", "BridgeTransport"]),
  ]
  for (program, libraries) in products {
    package.targets.append(
      .executableTarget(
        name: program, dependencies: libraries, path: "examples/swift/Sources/\(program)",
        packageAccess: false))
  }
}
