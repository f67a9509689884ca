internal import AccessibilityViews

/// A list of 500 people to follow and share (P6, S6). Each row is one element or three, as set by
/// the switch above the list.
struct PeopleApp: App {
  var body: some Scene {
    WindowGroup("People") { PeopleView() }
  }
}

private struct PeopleView: View {
  @State private var people = Person.samples
  @State private var combinesRows = true

  var body: some View {
    Toggle("Combine rows", isOn: $combinesRows)
    List(people) { person in
      if combinesRows {
        PersonCell(person: person)
          .accessibilityElement(children: .combine)
      } else {
        PersonCell(person: person)
      }
    }
  }
}
