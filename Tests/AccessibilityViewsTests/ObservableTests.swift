import AccessibilityTree
import AccessibilityViews
import Observation
import Testing

/// Models of the standard library's Observation.
@Suite struct `Observable models` {
  @Observable fileprivate final class Person: Identifiable {
    let id: Int
    var name: String
    var isFollowed = false
    var unread = 0

    init(_ id: Int) {
      self.id = id
      name = "Person \(id)"
    }
  }

  private struct Row: View {
    @Bindable var person: Person

    var body: some View { Toggle(person.name, isOn: $person.isFollowed) }
  }

  private struct People: View {
    let people: [Person]

    var body: some View { List(people) { Row(person: $0) } }
  }

  @Test func `a view depends on exactly the properties that it read`() throws {
    let people = (0..<100).map(Person.init)
    let stage = Stage { People(people: people) }
    let evaluations = stage.host.evaluations
    people[50].unread = 3
    #expect(stage.host.evaluations == evaluations)
    people[50].name = "Ann"
    #expect(stage.host.evaluations == evaluations + 1)
    #expect(stage.commits.last?.changed.count == 1)
    #expect(try stage.element("Ann").states.contains(.checked) == false)
    try stage.press("Ann")
    #expect(people[50].isFollowed)
    #expect(try stage.element("Ann").states.contains(.checked))
    people[50].isFollowed = false
    #expect(try !stage.element("Ann").states.contains(.checked))
    stage.verify()
  }

  @Test func `state, the environment and blocks hold observable models as well`() throws {
    struct Child: View {
      @Environment(Person.self) private var person

      var body: some View { Text("Name").accessibilityValue(person.name) }
    }
    struct Page: View {
      @State private var person = Person(1)

      var body: some View {
        Child().environment(person)
        TextField("Edit", text: $person.name)
        Text("Unread").accessibilityValueBlock { "\(person.unread)" }
        Button("Read") { person.unread += 1 }
      }
    }
    let stage = Stage { Page() }
    try stage.perform(.setText("Bo"), on: "Edit")
    #expect(try stage.element("Name").value == "Bo")
    try stage.press("Read", "Read")
    #expect(try stage.element("Unread").value == "2")
    stage.verify()
  }

  @Test func `evaluations are not kept by a model that does not change`() throws {
    struct Page: View {
      @State private var count = 0
      let person: Person

      var body: some View {
        Text("\(person.name) \(count)")
        Button("Count") { count += 1 }
      }
    }
    let person = Person(1)
    let stage = Stage { Page(person: person) }
    for _ in 0..<1000 { try stage.press("Count") }
    let evaluations = stage.host.evaluations
    person.name = "Ann"
    #expect(stage.host.evaluations == evaluations + 1)
    #expect(stage.labels.first == "Ann 1000")
  }

  @Test func `what is gone is not evaluated`() throws {
    struct Page: View {
      @State private var isShown = true
      let person: Person

      var body: some View {
        if isShown { Row(person: person) }
        Button("Hide") { isShown = false }
      }
    }
    let person = Person(1)
    let stage = Stage { Page(person: person) }
    try stage.press("Hide")
    let (evaluations, revision) = (stage.host.evaluations, stage.store.revision)
    person.name = "Ann"
    #expect(stage.host.evaluations == evaluations && stage.store.revision == revision)
  }
}
