import BridgeTestSupport
import Foundation
import Testing

/// Two hosts, "desktop" and "laptop", in network namespaces of their own, joined by a link that can be slow, lossy and
/// cut. They end with the last reference.
final class TwoHosts: Sendable {
  enum Host: String { case desktop, laptop }

  /// The desktop's address, and the laptop's at first.
  static let desktopAddress = "192.0.2.1"
  static let laptopAddress = "192.0.2.2"

  private let script: RunningProcess
  private let processes: [Host: String]
  /// The state directories of the two.
  let states: TwoMachines
  private let environment: [String: String]

  /// - Parameter environment: What programs on the desktop have in their environment, beside what they need.
  init(environment: [String: String] = [:]) async throws {
    script = try RunningProcess("\(Places.root)/scripts/two-hosts")
    guard let line = try await script.standardOutput.line() else {
      throw LinkFailed(reason: script.standardError.text)
    }
    let words = line.split(separator: " ").map(String.init)
    guard words.count == 3, words[0] == "ready" else { throw LinkFailed(reason: line) }
    processes = [.desktop: words[1], .laptop: words[2]]
    states = try TwoMachines()
    self.environment = environment
  }

  /// Tells the link what to do, and returns its answer after "ok".
  @discardableResult
  func link(_ command: String) async throws -> String {
    script.write(command + "\n")
    guard let line = try await script.standardOutput.line(),
      line.hasPrefix("ok")
    else { throw LinkFailed(reason: command) }
    return String(line.dropFirst("ok ".count))
  }

  /// Runs a program on a host until it ends.
  func run(
    on host: Host, _ words: [String], within limit: Duration = .seconds(60)
  ) async throws -> Subprocess.Result {
    let (program, arguments) = try command(on: host, words)
    return try await Subprocess.run(
      program, arguments, environment: try environment(of: host), within: limit)
  }

  /// Starts a program on a host, and leaves it running.
  func start(on host: Host, _ words: [String]) throws -> RunningProcess {
    let (program, arguments) = try command(on: host, words)
    return try RunningProcess(program, arguments, environment: try environment(of: host))
  }

  private func command(on host: Host, _ words: [String]) throws -> (String, [String]) {
    let namespace = "/proc/\(try #require(processes[host]))/ns/net"
    return ("nsenter", ["--net=\(namespace)"] + words)
  }

  /// The environment of programs on a host: the built programs come first on the path.
  private func environment(of host: Host) throws -> [String: String] {
    let programs = URL(fileURLWithPath: try Places.builtProgram("bridge-client"))
      .deletingLastPathComponent().path
    let own = host == .desktop ? states.there.merging(environment) { $1 } : states.here
    return own.merging(["PATH": "\(programs):\(own["PATH"] ?? "/usr/bin:/bin")"]) { $1 }
  }
}

/// The link does not do what it should.
struct LinkFailed: Error, CustomStringConvertible {
  let reason: String

  var description: String { "scripts/two-hosts: \(reason)" }
}

extension Trait where Self == ConditionTrait {
  /// Skips tests that need two hosts where the system does not allow them.
  static var needsTwoHosts: Self {
    .enabled("network namespaces need root, and /dev/net/tun") {
      guard FileManager.default.fileExists(atPath: "/dev/net/tun") else { return false }
      return try await Subprocess.run("unshare", ["--net", "true"]).code == 0
    }
  }
}
