internal import AccessibilityViews

/// A person to follow.
final class Person: ObservableObject, Identifiable {
  let name: String
  @Published var isFollowed = false

  init(_ name: String) {
    self.name = name
  }

  static var samples: [Person] { (1...500).map { Person("Person \($0)") } }
}

/// A person's name with the buttons Follow and Share.
struct PersonCell: View {
  let person: Person

  var body: some View {
    HStack {
      Text(person.name)
      Spacer()
      Button(person.isFollowed ? "Unfollow" : "Follow") {
        person.isFollowed.toggle()
        let word = person.isFollowed ? "followed" : "not followed"
        AccessibilityNotification.Announcement("\(person.name) \(word)").post()
      }
      Button("Share") {
        AccessibilityNotification.Announcement("\(person.name) shared").post()
      }
    }
  }
}
