internal import AccessibilityViews

/// The list of 500 people as 1,500 elements: whom a Follow button follows cannot be heard.
struct PeopleBeforeApp: App {
  static let title = "People before"

  var body: some Scene {
    WindowGroup { PeopleBefore() }
  }
}

private struct PeopleBefore: View {
  @State private var people = Person.samples

  var body: some View {
    List(people) { PersonCell(person: $0) }
  }
}
