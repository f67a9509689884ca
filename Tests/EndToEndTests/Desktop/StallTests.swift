import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@Suite
struct `What hangs on a desktop does not hold up the server` {
  private static let seven = "application[name=\"gnome-calculator\"] button[label=\"7\"]"

  @Test
  func `while an application, the X server or the buses are stopped, all calls are answered`()
    async throws
  {
    let desktop = try await Desktop.start()
    let calculator = try await desktop.launch("gnome-calculator", name: "gnome-calculator")
    try await desktop.wait(Self.seven)
    let client = try await BridgeClient.connect(
      to: SocketAddress(parsing: desktop.bridge.address, defaultPort: 0))
    defer { client.close() }
    let display = desktop.lab.processes("Xvfb")
    let buses = desktop.lab.processes("dbus-daemon")
    try #require(display.count == 1 && buses.count == 2, "\(display) \(buses)")
    for stopped in [[calculator.pid], display, buses, [calculator.pid] + display + buses] {
      for process in stopped { kill(process, SIGSTOP) }
      defer { for process in stopped { kill(process, SIGCONT) } }
      // These calls concern what hangs: the application, its window, and the diagnosis.
      let business = [
        Task {
          _ = try? await client.call(
            PerformRequest(
              target: .selector(Self.seven), command: .showMenu, allowSynthesis: true),
            timeout: .seconds(2))
        },
        Task { _ = try? await client.call(DiagnoseRequest(), timeout: .seconds(2)) },
        Task { _ = try? await client.call(VerifyRequest(), timeout: .seconds(2)) },
      ]
      // A call that blocked would last until the processes continue, which is after the last request.
      for _ in 0..<20 {
        _ = try await client.call(GetServerInfoRequest(), timeout: .patience)
        let found = try await client.call(FindRequest(selector: "*"), timeout: .patience)
        #expect(found.total > 0)
        try await Task.sleep(for: .milliseconds(100))
      }
      for task in business { await task.value }
    }
    let info = try await client.call(GetServerInfoRequest())
    #expect(info.longestTurnUs < 5_000_000, "\(info.slowTurns) turns were slow")
    try await eventually("the calculator is well again") {
      try await desktop.application("gnome-calculator")?.text("health") == "responsive"
    }
  }
}
