import AccessibilityTree
import BridgeTestSupport
import Testing

/// How messages name elements.
struct ElementNameTests {
  private func element(_ label: String?) -> Element {
    Element(id: ElementID(rawValue: 26), role: .button, label: label)
  }

  @Test func `An element is named by its role and its label, in quotes`() {
    #expect(element("Save").shortName == "button \"Save\"")
    #expect(element("Save").messageName == "button \"Save\"")
    #expect(element("say \"hi\"").shortName == #"button "say \"hi\"""#)
  }

  @Test(arguments: [nil, "", " \n"])
  func `Where labels do not distinguish elements, messages add the id`(label: String?) {
    #expect(element(label).shortName == "button")
    #expect(element(label).messageName == "button \(ElementID(rawValue: 26))")
  }

  @Test func `A label cannot break the line, control a terminal or fill the message`() {
    let name = element(HostileText.label).messageName
    #expect(HostileText.raw(in: name).isEmpty, "\(HostileText.raw(in: name))")
    #expect(name.contains(#"\r\nfake: line"#))
    let long = element(String(repeating: "x", count: 1_000_000)).messageName
    #expect(long.hasSuffix("…\" (1000000 characters)"))
    #expect(long.utf8.count < 120)
  }

  @Test func `A refusal is one line of bounded length, whatever text it quotes`() {
    let refusal = ActionRefusal(.rejected, "it said \(HostileText.label)")
    #expect(HostileText.raw(in: refusal.message).isEmpty)
    let long = ActionRefusal(.rejected, String(repeating: "y", count: 100_000))
    #expect(long.message.count < ActionRefusal.maxMessageLength + 40)
  }
}
