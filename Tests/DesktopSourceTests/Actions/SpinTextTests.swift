import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Texts of spin buttons, which show what they are given and take it later.
@Suite(.serialized, .ownThreadInTurn)
struct SpinTextTests {
  /// A spin button as Qt has it: a text of any contents, which is interpreted when the caret moves, and a number that changes
  /// nothing else where the text is no number.
  private final class Spin {
    let fixture: ActionFixture
    private(set) var shown: String
    private(set) var number = 0.0
    private var taken: String

    init(
      _ text: String, limits: ClosedRange<Double>? = nil,
      interpret: @escaping (_ text: String, _ before: String) -> String
    ) throws {
      (shown, taken) = (text, text)
      fixture = try ActionFixture(
        role: .spinButton, label: "Day", states: [.enabled, .sensitive, .editable],
        interfaces: [.value, .text, .editableText])
      let service = fixture.service
      for (name, value) in [
        ("MinimumValue", limits?.lowerBound ?? 0), ("MaximumValue", limits?.upperBound ?? 0),
        ("MinimumIncrement", 0),
      ] { service.onProperty("org.a11y.atspi.Value", name, .double(value)) }
      number = limits == nil ? 0 : Double(text) ?? 0
      let text = "org.a11y.atspi.Text"
      service.on("org.a11y.atspi.EditableText", "SetTextContents") {
        [unowned self] call throws(BusError) in
        show(try call.string())
        if limits != nil, let new = Double(shown.prefix { $0.isNumber }) { become(new) }
        return .values([.bool(true)])
      }
      service.on(text, "SetCaretOffset") { [unowned self] _ in
        if limits == nil { taken = interpret(shown, taken) }
        show(limits == nil ? taken : shown)
        return .values([.bool(true)])
      }
      service.on(text, "GetText") { [unowned self] _ in .values([.string(shown)]) }
      service.on("org.freedesktop.DBus.Properties", "Set") {
        [unowned self] call throws(BusError) in
        _ = try call.string()
        _ = try call.string()
        become(try call.variant { () throws(BusError) in try call.double() }.rounded())
        if limits != nil { show(number.shortDescription) }
        return .values([])
      }
      become(number)
      show(shown)
    }

    private func show(_ text: String) {
      shown = text
      fixture.service.onProperty(
        "org.a11y.atspi.Text", "CharacterCount", .int32(Int32(text.unicodeScalars.count)))
    }

    private func become(_ new: Double) {
      number = new
      fixture.service.onProperty("org.a11y.atspi.Value", "CurrentValue", .double(new))
    }

    /// A date that takes what is written as it is, and makes the last day of a month of a later one.
    static func date() throws -> Spin {
      try Spin("2026-01-02") { text, before in
        guard text.count == 10, text.split(separator: "-").count == 3 else { return before }
        return text == "2026-02-31" ? "2026-02-28" : text
      }
    }
  }

  @Test func `a date in the form that is shown is taken`() throws {
    let spin = try Spin.date()
    #expect(
      try spin.fixture.perform(.setText("2026-12-24")).method == "EditableText.SetTextContents")
    #expect(spin.shown == "2026-12-24")
  }

  @Test(arguments: ["24.12.2026", "tomorrow", "5"])
  func `a date in another form is refused, and nothing is done`(text: String) throws {
    let spin = try Spin.date()
    let refusal = try #require(spin.fixture.perform(.setText(text)).refusal)
    #expect(refusal.reason == .rejected && !refusal.mayHaveActed)
    #expect(refusal.message.contains("and has \"2026-01-02\" as before"), "\(refusal.message)")
    #expect(refusal.advice?.contains("\"2026-01-02\"") == true)
    #expect(spin.shown == "2026-01-02")
  }

  @Test func `what a date makes of a day that there is not is said`() throws {
    let spin = try Spin.date()
    let refusal = try #require(spin.fixture.perform(.setText("2026-02-31")).miss)
    #expect(spin.shown == "2026-02-28")
    #expect(refusal.message.contains("has \"2026-02-28\""), "\(refusal.message)")
  }

  @Test func `a number is a text to a date, and its own number is not set`() throws {
    let spin = try Spin.date()
    #expect(try spin.fixture.perform(.setValue(5)).refusal?.mayHaveActed == false)
    let stepped = try #require(spin.fixture.perform(.increment).refusal)
    #expect(stepped.reason == .unsupported && stepped.message.contains("it shows no number"))
    #expect(spin.number == 0)
  }

  @Test func `a spin button with a number is set by it`() throws {
    let spin = try Spin("5", limits: 0...99) { _, before in before }
    #expect(try spin.fixture.perform(.setText("7")).method == "Value.CurrentValue = 7")
    #expect(try spin.fixture.perform(.setText("9 kg")).method == "EditableText.SetTextContents")
    #expect(spin.number == 9)
    #expect(try spin.fixture.perform(.setText("100")).refusal?.reason == .outOfRange)
  }

  @Test func `words that say no number are taken back`() throws {
    let spin = try Spin("5", limits: 0...99) { _, before in before }
    let refusal = try #require(spin.fixture.perform(.setText("abc")).refusal)
    #expect(refusal.reason == .rejected && !refusal.mayHaveActed)
    #expect(spin.shown == "5" && spin.number == 5)
  }

  @Test func `a number that is rounded too far is missed, also where keys may be used`() throws {
    for allowSynthesis in [false, true] {
      let spin = try Spin("5", limits: 0...99) { _, before in before }
      let outcome = try spin.fixture.perform(.setValue(12.6), allowSynthesis: allowSynthesis)
      let refusal = try #require(outcome.miss, "\(outcome)")
      #expect(refusal.message.contains("its value is now 13, not 12.6"), "\(refusal.message)")
      #expect(refusal.advice == nil)
    }
  }

  @Test func `texts say the same whatever stands between their words`() {
    typealias Run = ActionRun
    #expect(Run.isSame("02.01.2026", as: "2.1.2026"))
    #expect(Run.isSame("03 mar 2026 05:00 PM", as: "3 Mar 2026 5:00 pm"))
    #expect(Run.isSame("0:00", as: "00:00"))
    #expect(!Run.isSame("2026-12-31", as: "2026-31-12"))
    #expect(Run.leadingNumber(of: "9,5 kg") == 9.5)
    #expect(Run.leadingNumber(of: "kg") == nil)
  }
}
