internal import AccessibilityViews

/// A recorded memo.
final class Memo: ObservableObject, Identifiable {
  let name: String
  let seconds: Int
  @Published var isHeard: Bool

  init(_ name: String, seconds: Int, isHeard: Bool = false) {
    self.name = name
    self.seconds = seconds
    self.isHeard = isHeard
  }

  var id: String { name }

  static var samples: [Memo] {
    [
      Memo("Tide times", seconds: 12), Memo("Shopping", seconds: 31, isHeard: true),
      Memo("A song", seconds: 95),
    ]
  }
}
