import AccessibilityTree
import Testing

/// Advice on naming an element whose label counts.
struct ElementIdentityTests {
  @Test(arguments: [
    ("Job 41%", "Job 42%", "Job"), ("Job 9%", "Job 10%", "Job"), ("Follow", "Following", nil),
    ("Play (0:31)", "Play (0:32)", "Play"), ("Load", "Load 3 more", "Load"),
    ("Save", "Delete", nil),
    ("12:01", "12:02", nil), ("41% of Job", "42% of Job", nil), ("A \"B\" 1", "A \"B\" 2", nil),
    ("Sync now 1 ago", "Sync now 2 ago", "Sync now"),
  ])
  func `The part of a label that stays names the element`(one: String, other: String, part: String?)
  {
    let advice = ElementIdentity(role: .button, label: one)
      .namingAdvice(besides: ElementIdentity(role: .button, label: other))
    let expected = part.map {
      "if its label counts, name it by the part that stays: button[label^=\"\($0)\"]"
    }
    #expect(advice == expected)
  }

  @Test func `Another role is another thing, and a long label is not repeated`() {
    let one = ElementIdentity(role: .button, label: String(repeating: "word ", count: 10_000) + "1")
    let other = ElementIdentity(role: .button, label: String(one.label?.dropLast() ?? "") + "2")
    #expect((one.namingAdvice(besides: other)?.utf8.count ?? 0) < 200)
    #expect(one.namingAdvice(besides: ElementIdentity(role: .link, label: other.label)) == nil)
  }
}
