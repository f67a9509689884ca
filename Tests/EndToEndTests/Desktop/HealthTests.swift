import BridgeTestSupport
import Testing

@Suite
struct `Applications that hang, end and start` {
  let clock = ContinuousClock()

  @Test
  func `a stopped application does not delay others, and recovers`() async throws {
    let desktop = try await Desktop.start()
    let calculator = try await desktop.launch("gnome-calculator", name: "gnome-calculator")
    let mousepad = try await desktop.launch("mousepad", name: "mousepad")
    let seven = "application[name=\"gnome-calculator\"] button[label=\"7\"]"
    let text = "application[name=\"mousepad\"] tab textbox"
    let watcher = try await desktop.watch("application")
    calculator.suspend()

    // The mirror answers for its elements, without waiting for the application. Each request here starts a
    // program, beside all the other tests; the server's own time is checked below.
    var began = clock.now
    #expect(try await desktop.bridge.client("find", seven).code == 0)
    #expect(clock.now - began < .seconds(60))

    // An action on it fails by its deadline; meanwhile the server finds out that the application does not
    // answer.
    began = clock.now
    let refused = try await desktop.bridge.client("--timeout", "3", "press", seven)
    // It depends on what it waited for last, whether the action may have been done.
    #expect([1, 4, 8].contains(refused.code), "\(refused)")
    let said = refused.standardOutput + refused.standardError
    #expect(said.contains("retry: \(refused.code == 8 ? "unsafe" : "safe")"), "\(refused)")
    #expect(clock.now - began < .seconds(60))
    _ = try await watcher.standardOutput.line {
      $0.contains("not responding") && $0.contains("gnome-calculator")
    }
    #expect(try await desktop.application("gnome-calculator")?.text("health") == "not responding")
    began = clock.now
    #expect(try await desktop.bridge.client("find", seven).code == 0)
    #expect(clock.now - began < .seconds(60))
    // Once that is known, an action is refused soon, however long the caller would wait.
    began = clock.now
    let known = try await desktop.bridge.client(
      "--timeout", "200", "press", seven, within: .seconds(240))
    #expect(known.code == 1 && known.standardError.contains("not responding"), "\(known)")
    #expect(clock.now - began < .seconds(100))

    // What holds for it is as old as its last sign of life.
    for words in [["wait", seven], ["expect", seven], ["do", "expect '\(seven)'"]] {
      let held = try await desktop.bridge.client(words)
      let line = "\"gnome-calculator\" is not responding, and was last heard "
      #expect(held.code == 0 && held.standardOutput.contains(line), "\(held)")
    }

    // A comparison ends soon as well, and reports a failure.
    began = clock.now
    let compared = try await desktop.bridge.client(
      "--timeout", "200", "verify", "application[name=\"gnome-calculator\"]", within: .seconds(240))
    #expect(compared.code == 7, "\(compared)")
    #expect(compared.standardError.contains("has not answered for"), "\(compared)")
    #expect(!compared.standardOutput.contains("0 differences"), "\(compared)")
    #expect(clock.now - began < .seconds(100))

    // The other application is not affected.
    #expect(try await desktop.application("mousepad")?.text("health") != "not responding")
    began = clock.now
    try await desktop.confirm("set", text, "still here")
    #expect(clock.now - began < .seconds(60))
    let info = try await desktop.bridge.client("--json", "info").standardOutput
    let longest = try #require(try jsonLines(info).first?.number("longest_turn_us"))
    #expect(longest < 5_000_000, "in microseconds")

    calculator.resume()
    try await eventually("the calculator is well again") {
      try await desktop.application("gnome-calculator")?.text("health") == "responsive"
    }
    try await desktop.confirm("press", seven)
    #expect(mousepad.isRunning)
    try await desktop.expectTrue()
  }

  @Test
  func `an application that is killed is removed, and one that starts later appears`() async throws
  {
    let desktop = try await Desktop.start()
    let mousepad = try await desktop.launch("mousepad", name: "mousepad")
    let root = try #require(try await desktop.application("mousepad")?.text("root_id"))
    mousepad.kill()
    try await eventually("mousepad is gone from the mirror") {
      try await desktop.application("mousepad") == nil
    }
    // From now on, its ids are refused as stale.
    let stale = try await desktop.bridge.client("get", root)
    #expect(stale.code == 1)
    #expect(stale.standardError.contains(root))

    let calculator = try await desktop.launch("gnome-calculator", name: "gnome-calculator")
    let again = try await desktop.launch("mousepad", name: "mousepad")
    #expect(try await desktop.application("mousepad")?.text("root_id") != root)
    try await desktop.wait("button[label=\"7\"]")
    try await desktop.expectTrue()
    #expect(calculator.isRunning && again.isRunning)
  }
}
