import BridgeTestSupport
import Foundation

/// Programs of `Tests/Fixtures/grpc`, with the clients that `scripts/install-grpc-clients.sh` installs.
enum GRPCClients {
  private static var place: String { "\(Places.root)/.tools/grpc" }

  struct NotInstalled: Error {
    let path: String
    let advice: String
  }

  private static func program(_ name: String) throws -> String {
    let path = "\(place)/bin/\(name)"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw NotInstalled(path: path, advice: "run scripts/install-grpc-clients.sh")
    }
    return path
  }

  /// Runs a program of the fixtures with words, the first of which is usually an address.
  static func run(
    _ name: String, _ words: [String], within limit: Duration = .seconds(300)
  ) async throws -> Subprocess.Result {
    try await Subprocess.run(
      program("python"), [Places.fixture("grpc/\(name).py")] + words, environment: environment,
      within: limit)
  }

  /// Starts such a program, and leaves it running.
  static func start(_ name: String, _ words: [String]) throws -> RunningProcess {
    try RunningProcess(
      program("python"), [Places.fixture("grpc/\(name).py")] + words, environment: environment)
  }

  private static var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["PYTHONPATH"] = place
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    return environment
  }

  /// Runs `buf curl` with gRPC and words, in a home of its own.
  static func bufCurl(_ words: String..., tls: Bool = false) async throws -> Subprocess.Result {
    let home = try TemporaryDirectory()
    var environment = ProcessInfo.processInfo.environment
    environment["HOME"] = home.path
    let options = tls ? [] : ["--http2-prior-knowledge"]
    return try await Subprocess.run(
      program("buf"), ["curl", "--protocol", "grpc"] + options + words, environment: environment)
  }
}
