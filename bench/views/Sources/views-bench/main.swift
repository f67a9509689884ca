// Prints the table of "What a change costs" in docs/views.md: lists of rows, of which one changes.

import AccessibilityMirror
import AccessibilityViews

final class Person: ObservableObject, Identifiable {
  let id: Int
  @Published var isFollowed = false

  init(_ id: Int) {
    self.id = id
  }
}

/// Three views that are combined into one element, with a model of their own.
struct Row: View {
  let person: Person

  var body: some View {
    HStack {
      Text("Person \(person.id)")
      Text(person.isFollowed ? "followed" : "not followed")
      Button("Follow") { person.isFollowed.toggle() }
    }
    .accessibilityElement(children: .combine)
  }
}

struct PeopleApp: App {
  let people: [Person]

  var body: some Scene {
    WindowGroup { List(people) { Row(person: $0) } }
  }
}

/// The costs of a list of `count` rows.
struct Costs {
  let first: Duration
  let change: Duration

  init(count: Int) {
    let clock = ContinuousClock()
    let people = (0..<count).map(Person.init)
    let store = TreeStore(epoch: 1) { 1 }
    let host = ViewHost(name: "bench", app: PeopleApp(people: people), store: store)
    first = clock.measure { host.start() }
    precondition(store.snapshot().count == count + 3, "a row is not one element")
    var changes = (0..<1000).map { number in
      // Spreads the rows over the list.
      let person = people[number * 7919 % count]
      return clock.measure { person.isFollowed.toggle() }
    }
    changes.sort()
    change = changes[changes.count / 2]
  }
}

extension Duration {
  func number(of unit: Duration) -> String {
    let number = self / unit
    let tenths = Int((number * 10).rounded())
    return number < 10 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(number.rounded()))"
  }
}

func grouped(_ number: Int) -> String {
  number < 1000 ? "\(number)" : "\(number / 1000),\(String("\(1000 + number % 1000)".dropFirst()))"
}

print("| rows | first revision | a row changed (median of 1,000) |")
print("| --- | --- | --- |")
for count in [100, 1_000, 10_000] {
  _ = Costs(count: min(count, 100))
  let costs = Costs(count: count)
  print(
    "| \(grouped(count)) | \(costs.first.number(of: .milliseconds(1))) ms "
      + "| \(costs.change.number(of: .microseconds(1))) µs |")
}
