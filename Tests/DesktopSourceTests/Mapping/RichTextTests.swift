import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Tool tips and help that Qt draws from HTML.
@Suite
struct RichTextTests {
  @Test(arguments: [
    (
      "<html><head/><body><p>Limits the rate.</p><p>0: none</p></body></html>",
      "Limits the rate. 0: none"
    ),
    ("<b>Undo</b><br/>the last change", "Undo the last change"),
    ("<qt>a &lt; b &amp;&amp; b &gt; c &#8594; &#x41;&nbsp;!</qt>", "a < b && b > c → A !"),
    ("<p style=\"color:red\">one<!-- not\nthis --> two</p>", "one two"),
    ("<head><style>p { color: red }</style></head><p>seen", "seen"),
    ("<P>An <I>old</I> page", "An old page"),
  ])
  func `says what is drawn`(text: String, plain: String) {
    #expect(RichText.plain(text) == plain)
  }

  @Test(arguments: [
    "", "plain", "a < b", "<", "<>", "<b", "<unknown>", "Press <b>F1</b>", "<3 & more", "&amp;",
  ])
  func `other texts are unchanged`(text: String) {
    #expect(RichText.plain(text) == text)
  }

  @Test(arguments: [
    "<p>&", "<p>&;", "<p>&#;", "<p>&#xD800;", "<p>&#99999999;", "<p><", "<p></", "<style>",
  ])
  func `what is cut off does no harm`(text: String) {
    #expect(RichText.plain(text).utf8.count <= text.utf8.count)
  }

  @Test func `the time is proportional to the length`() {
    for part in ["<", "<b", "&", "</", "<!--", "<style>"] {
      let text = "<p>" + String(repeating: part, count: 20_000)
      #expect(RichText.plain(text).utf8.count <= text.utf8.count)
    }
  }

  @Test func `hints of Qt are plain, and those of others as they are`() {
    var facts = AtspiFacts()
    facts.description = "<p>Starts <b>now</b></p>"
    var element = Element(id: ElementID(rawValue: 1), role: .button)
    ElementMapping.apply(facts, to: &element)
    #expect(element.hint == "<p>Starts <b>now</b></p>")
    facts.dialect = AtspiDialect(toolkit: "Qt", version: "6")
    ElementMapping.apply(facts, to: &element)
    #expect(element.hint == "Starts now")
  }
}
