import AccessibilityTree
import Testing

@testable import AccessibilityQueries

/// A change has no larger reach than the selector makes it have.
struct SelectorSensitivityTests {
  private func reach(
    _ text: String, from old: Element?, to new: Element?
  ) throws -> ChangeReach {
    let selector = try Selector(parsing: text)
    let matcher = SelectorMatcher(selector, in: Tree())
    let sensitivity = SelectorSensitivity(selector)
    let change = ElementChange(ElementID(rawValue: 5), from: old, to: new)
    let reach = matcher.reach(of: change, sensitivity)
    if !reach.isEmpty { #expect(sensitivity.mayConcern(change), "\(text)") }
    return reach.contains(.everywhere) ? .everywhere : reach
  }

  private func element(_ role: Role, _ label: String, parent: UInt64 = 2, children: [UInt64] = [])
    -> Element
  {
    var element = Element(
      id: ElementID(rawValue: 5), parent: ElementID(rawValue: parent),
      children: children.map(ElementID.init(rawValue:)), application: ElementID(rawValue: 1),
      role: role)
    element.label = label
    return element
  }

  private static let labels: [(String, ChangeReach)] = [
    ("button[label=b]", .own), ("link[label=b]", []), ("button", []),
    ("button[hint]", []), ("button[label=b] link", .below), ("dialog > button[label=b]", .own),
    ("button[label=b] + link", .beside), ("group:has(button[label=b])", .above),
    ("group:has(button[label=b]) link", .everywhere), ("button[label=b]:nth(1)", .everywhere),
    ("button:not([label=a])", .own), ("link:within(button[label=b])", .below),
    ("link:labelled-by(\"b\")", .everywhere), ("button[name=b]", .own), ("button:visible", []),
    ("button:is(dialog > button[label=b])", .own), ("button:with(b)", [.own, .above]),
    ("button:enabled, link[label=b]", []),
  ]

  @Test(arguments: labels)
  func `a label that changes reaches what tests it`(text: String, expected: ChangeReach) throws {
    #expect(try reach(text, from: element(.button, "a"), to: element(.button, "b")) == expected)
  }

  private static let moves: [(String, ChangeReach)] = [
    ("button", []), ("dialog button", [.own, .below]), ("link", []),
    ("group > link", [.own, .below]), ("*:root", .own), ("button + link", []),
  ]

  @Test(arguments: moves)
  func `a move reaches what depends on ancestors`(text: String, expected: ChangeReach) throws {
    let reach = try reach(
      text, from: element(.button, "a"), to: element(.button, "a", parent: 3))
    #expect(reach == expected)
  }

  private static let children: [(String, ChangeReach)] = [
    ("button + link", .followers), ("button ~ link", .below), ("button + link text", .below),
    ("*:nth-child(2)", .below), ("group:has(link)", [.own, .above]),
    ("group:has(link) > button", .everywhere), ("dialog button", []), ("button:empty", .own),
    ("*:focus-within", [.own, .above]),
  ]

  @Test(arguments: children)
  func `children that come and go reach what depends on them`(
    text: String, expected: ChangeReach
  ) throws {
    let reach = try reach(
      text, from: element(.button, "a"), to: element(.button, "a", children: [7]))
    #expect(reach == expected)
  }

  private static let orders: [(String, ChangeReach)] = [
    ("button + link", .followers), ("button ~ link", .below), ("*:nth-child(2)", .below),
    ("group:has(link)", []), ("group:has(button + link)", [.own, .above]), ("*:focus-within", []),
    ("button:empty", []), ("dialog button", []),
  ]

  @Test(arguments: orders)
  func `another order of children reaches what depends on it`(
    text: String, expected: ChangeReach
  ) throws {
    let reach = try reach(
      text, from: element(.group, "a", children: [6, 7]),
      to: element(.group, "a", children: [7, 6]))
    #expect(reach == expected)
  }

  @Test func `followers are the children with another sibling before them`() {
    func followers(_ old: [UInt64], _ new: [UInt64]) -> [UInt64] {
      let change = ElementChange(
        ElementID(rawValue: 5), from: element(.list, "a", children: old),
        to: element(.list, "a", children: new))
      return change.followers.map(\.rawValue)
    }
    #expect(followers([6, 7, 8, 9], [8, 6, 7, 9]) == [8, 6, 9])
    #expect(followers([6, 7, 8], [6, 8]) == [8])
    #expect(followers([6, 7], [10, 6, 7]) == [10, 6])
    #expect(followers([6, 7], [6, 7]).isEmpty)
    #expect(followers([6, 7], []).isEmpty)
  }

  @Test func `an element that appears reaches what it satisfies`() throws {
    #expect(try reach("button", from: nil, to: element(.button, "a")) == .own)
    #expect(try reach("button", from: element(.button, "a"), to: nil) == .own)
    #expect(try reach("link", from: nil, to: element(.button, "a")) == [])
    #expect(try reach("button link", from: nil, to: element(.button, "a")) == .below)
  }

  @Test func `what is known of applications is asked for only where it is tested`() throws {
    let sensitivity = { (text: String) in SelectorSensitivity(try Selector(parsing: text)) }
    #expect(try sensitivity("application[name=Files] button").dependsOnApplications)
    #expect(try !sensitivity("button[label=Files]").dependsOnApplications)
    #expect(try sensitivity("*[health=slow]").dependsOnHealth)
    #expect(try !sensitivity("*[toolkit=GTK]").dependsOnHealth)
    #expect(try !sensitivity("button[label^=F]:enabled").dependsOnHealth)
    #expect(try sensitivity("button:visible").dependsOnScreen)
    #expect(try !sensitivity("button:enabled").dependsOnScreen)
  }
}
