import BridgeTestSupport
import Foundation
import Testing

/// A password field of each toolkit, while everything that can be watched is watched.
@Suite(.timeLimit(.minutes(10)))
struct `Passwords of real applications` {
  private static let password = "Sesame-4711"

  @Test(arguments: ["gtk3", "gtk4", "qt5", "qt6"])
  func `are served to nobody, masked and shown`(_ toolkit: String) async throws {
    let desktop = try await Desktop.start()
    let name = "passwords-\(toolkit)"
    let watch = try desktop.bridge.start("--json", "watch")
    let form = try desktop.lab.launch(Places.fixture("programs/passwords.py"), [toolkit])
    let window = "application[name=\"\(name)\"]"
    let field = "\(window) [label=Password]:is(password, textbox)"
    try await desktop.wait(field)
    try await enterAndShow(desktop, window: window, field: field)
    try await expectNothing(desktop, watch, text: Self.password)
    #expect(form.isRunning)
  }

  @Test func `are served to nobody by a page in Chromium`() async throws {
    let desktop = try await Desktop.start()
    let watch = try desktop.bridge.start("--json", "watch")
    let chromium = try desktop.lab.launchChromium([Places.fixture("pages/passwords.html")])
    let page = "document[label=Passwords]"
    let field = "\(page) [label=Password]:is(password, textbox)"
    try await desktop.wait(field)
    try await enterAndShow(desktop, window: page, field: field)
    try await expectNothing(desktop, watch, text: Self.password)
    #expect(chromium.isRunning)
  }

  @Test(arguments: [true, false])
  func `are served to nobody by a page in Chromium that replaces their fields`(
    _ isAtOnce: Bool
  ) async throws {
    let desktop = try await Desktop.start()
    let watch = try desktop.bridge.start("--json", "watch", "--kinds", "all", "--snapshot")
    let chromium = try desktop.lab.launchChromium([
      Places.fixture("pages/replaced-passwords.html")
    ])
    let page = "document[label=\"Replaced passwords\"]"
    try await desktop.wait("\(page) button[label=\"Replace all\"]")
    // What the bridge has never seen, it cannot recognise.
    try await desktop.wait("\(page) password[value=\"[redacted]\"]:nth(15)")
    let numbers = isAtOnce ? ["all"] : (1...15).map(String.init)
    for number in numbers {
      let button = "\(page) button[label=\"Replace \(number)\"]"
      #expect(try await desktop.bridge.client("press", button).code == 0)
    }
    try await desktop.wait("\(page) textbox[label=Done]")
    try await desktop.wait("\(page) password", until: "disappears")
    // A field that replaces none is shown as soon as that is known.
    try await desktop.wait("\(page) textbox[label=Done][value=Yes]")
    try await expectNothing(desktop, watch, text: "Sesame-")
    #expect(chromium.isRunning)
  }

  @Test func `are served to nobody by a dialog of LibreOffice`() async throws {
    let desktop = try await Desktop.start()
    let watch = try desktop.bridge.start("--json", "watch")
    let office = try await desktop.launch(
      "soffice", ["--calc", "--norestore", "--nologo", "--nofirststartwizard"], name: "soffice")
    let window = "application[name=soffice]"
    let item = "\(window) menuitemcheckbox[label=\"Protect Spreadsheet Structure...\"]:nth(1)"
    try await desktop.wait(item)
    #expect(try await desktop.bridge.client("press", item).code == 0)
    let dialog = "\(window) dialog[label=\"Protect Spreadsheet Structure\"]"
    try await desktop.wait("\(dialog) password:showing:nth(2)")
    for number in 1...2 {
      let field = "\(dialog) password:showing:nth(\(number))"
      try await desktop.confirm("set", field, Self.password)
      #expect(try await desktop.element(field).text("value") == "[redacted]")
    }
    #expect(try await desktop.bridge.client("press", "\(dialog) button[label=OK]").code == 0)
    try await desktop.wait(dialog, until: "disappears")
    try await desktop.wait("\(window) menuitemcheckbox[label^=\"Protect Spreadsheet\"]:checked")
    try await expectNothing(desktop, watch, text: Self.password)
    #expect(office.isRunning)
  }

  /// Sets the password, shows it, adds to it and hides it again.
  private func enterAndShow(
    _ desktop: Desktop, window: String, field: String
  ) async throws {
    try await desktop.confirm("set", field, Self.password, "--synthesize")
    try await desktop.wait("\(window) [label=\"Length 11\"]")
    #expect(try await desktop.element(field).text("value") == "[redacted]")
    // Qt does not report the switch, and the mirror has the same text before and after it.
    #expect(try await desktop.bridge.client("press", "\(window) button[label=Show]").code == 0)
    try await desktop.wait("\(window) textbox[label=Password], \(window) password[label=Password]")
    #expect(try await desktop.element(field).text("value") == "[redacted]")
    try await desktop.confirm("insert", field, "x", "--synthesize")
    try await desktop.wait("\(window) [label=\"Length 12\"]")
    #expect(try await desktop.element(field).text("value") == "[redacted]")
    #expect(try await desktop.bridge.client("press", "\(window) button[label=Hide]").code == 0)
    #expect(try await desktop.element(field).text("value") == "[redacted]")
    try await desktop.confirm("set", field, "", "--synthesize")
    try await desktop.wait("\(window) [label=\"Length 0\"]")
    #expect(try await desktop.element(field).text("value") ?? "" == "")
  }

  /// Expects that nothing of the password was told to the one who watched, or can be read, or is in the log.
  private func expectNothing(
    _ desktop: Desktop, _ watch: RunningProcess, text: String
  ) async throws {
    let tree = try await desktop.bridge.client("--json", "tree")
    let verify = try await desktop.bridge.client("verify", within: .seconds(130))
    let log = desktop.bridge.process.standardError.text
    #expect(watch.standardOutput.text.contains("[redacted]"))
    for said in [
      watch.standardOutput.text, tree.standardOutput, verify.standardOutput, verify.standardError,
      log,
    ] {
      #expect(!said.contains(text), "\(said.excerpt(around: text))")
      #expect(!said.contains("Sesame"), "\(said.excerpt(around: "Sesame"))")
      for bullets in ["••", "●●", "**"] {
        #expect(!said.contains(bullets), "\(said.excerpt(around: bullets))")
      }
    }
  }
}

extension String {
  fileprivate func excerpt(around text: String) -> Substring {
    guard let place = range(of: text) else { return "" }
    let start = index(place.lowerBound, offsetBy: -300, limitedBy: startIndex) ?? startIndex
    let end = index(place.upperBound, offsetBy: 300, limitedBy: endIndex) ?? endIndex
    return self[start..<end]
  }
}
