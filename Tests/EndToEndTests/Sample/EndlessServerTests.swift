import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(10)))
struct `The client with a server that sends too much` {
  @Test(arguments: BrokenServer.Fault.endless)
  func `an endless answer ends at the time limit, or at a limit that is named`(
    fault: BrokenServer.Fault
  ) async throws {
    let server = try await BrokenServer(fault)
    for command in [
      ["info"], ["tree"], ["find", "*"], ["audit"], ["watch", "--snapshot", "--for", "60"],
      ["voiceover", "--do", "next"],
    ] {
      // These follow the server as long as it sends something.
      let follows = command[0] == "watch" || command[0] == "voiceover"
      let isStream = follows || command[0] == "tree" || command[0] == "audit"
      if fault == .endlessTexts || fault == .endlessElements, !isStream { continue }
      if fault == .dripsAnswer, follows { continue }
      let result = try await MeasuredRun(["--timeout", "2"] + command, server.address)
      let what = "\(fault) \(command.joined(separator: " ")): \(result)"
      #expect([3, 4].contains(result.code), "\(what)")
      #expect(result.standardError.contains("bridge-client: "), "\(what)")
      #expect(result.peak < 700, "MiB: \(what)")
    }
  }

  @Test(arguments: [
    BrokenServer.Fault.announcesHugeFrame, .sendsGarbage, .sendsNonsense, .stopsWithinFrame,
  ])
  func `a claimed length does not make the client allocate memory`(fault: BrokenServer.Fault)
    async throws
  {
    let server = try await BrokenServer(fault)
    for command in [["tree"], ["find", "*"], ["watch"]] {
      let result = try await MeasuredRun(["--timeout", "2"] + command, server.address)
      #expect(result.code == 3 && result.peak < 64, "MiB: \(fault) \(command): \(result)")
    }
  }
}

/// The result of a client, and the most memory that it used.
private struct MeasuredRun {
  let code: Int
  /// The resident memory, in MiB.
  let peak: Int
  let standardError: String

  /// Python uses little memory itself: the figure for its children is that of the client.
  private static let script = """
    import resource, subprocess, sys
    run = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    sys.stderr.buffer.write(run.stderr)
    print(run.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
    """

  init(_ words: [String], _ address: SocketAddress) async throws {
    let result = try await Subprocess.run(
      "python3", ["-c", Self.script, try Places.builtProgram("bridge-client")] + words,
      environment: ["A11Y_BRIDGE_SERVER": "\(address)", "PATH": "/usr/bin:/bin"])
    let numbers = result.standardOutput.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(numbers.count == 2, "\(result)")
    (code, peak) = (numbers[0], numbers[1])
    standardError = result.standardError
  }
}
