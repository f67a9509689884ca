internal import AccessibilityViews

/// A list of 500 people to follow and share (P6, S6). Each row is one element or three, as set by
/// the switch above the list.
struct PeopleApp: App {
  var body: some Scene {
    WindowGroup("People") { PeopleView() }
  }
}

final class Person: ObservableObject, Identifiable {
  let name: String
  @Published var isFollowed = false

  init(_ name: String) {
    self.name = name
  }

  static var samples: [Person] { (1...500).map { Person("Person \($0)") } }
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

/// A person's name with the buttons Follow and Share.
struct PersonCell: View {
  let person: Person

  var body: some View {
    HStack {
      Text(person.name)
      Spacer()
      Button(person.isFollowed ? "Unfollow" : "Follow") { person.isFollowed.toggle() }
      Button("Share") {
        AccessibilityNotification.Announcement("\(person.name) shared").post()
      }
    }
  }
}
