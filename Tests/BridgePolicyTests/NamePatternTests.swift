import AccessibilityTree
import BridgePolicy
import Testing

struct `Name patterns` {
  @Test(arguments: [
    ("kate", "kate", true), ("kate", "KATE", true), ("kate", "kate2", false), ("*", "", true),
    ("gnome-*", "gnome-calculator", true), ("gnome-*", "gnome-", true),
    ("gnome-*", "xgnome-a", false),
    ("*edit*", "LibreOffice Edit", true), ("a*b*c", "aXbYbZc", true), ("a*b*c", "acb", false),
    ("?", "é", true), ("?", "", false), ("*a*a*a*a*a*b", String(repeating: "a", count: 200), false),
    ("Grüße", "grüße", true), ("**", "x", true), ("a?", "a", false),
  ])
  func `a star stands for any text and a question mark for one character`(
    pattern: String, name: String, matches: Bool
  ) throws {
    #expect(try #require(NamePattern(pattern)).matches(name) == matches)
  }

  @Test func `a very long name is matched by its beginning only`() throws {
    let name = "gnome-" + String(repeating: "x", count: 1_000_000)
    #expect(try #require(NamePattern("gnome-*")).matches(name))
    #expect(try !#require(NamePattern("gnome-*x")).matches(name))
  }

  @Test func `texts that are no patterns are refused`() {
    #expect(NamePattern("") == nil && NamePattern("a\u{1b}b") == nil)
    #expect(NamePattern(String(repeating: "a", count: 257)) == nil)
  }

  @Test func `an application must fit a name and a toolkit of every condition`() throws {
    var application = Application(
      root: ElementID(rawValue: 1), name: "Text Editor", source: "desktop")
    let names = ApplicationFilter.Condition(names: [try #require(NamePattern("text*"))])
    let gtk = ApplicationFilter.Condition(
      names: [try #require(NamePattern("*"))], toolkits: [try #require(NamePattern("gtk*"))])
    #expect(ApplicationFilter([names]).allows(application))
    #expect(!ApplicationFilter([names, gtk]).allows(application), "the toolkit is not known yet")
    application.toolkit = "GTK"
    #expect(ApplicationFilter([names, gtk]).allows(application))
    #expect(ApplicationFilter([.init(names: [try #require(NamePattern("*"))])]).isEverything)
  }
}
