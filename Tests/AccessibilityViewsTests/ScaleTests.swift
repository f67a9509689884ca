import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Long lists` {
  private final class Person: ObservableObject, Identifiable {
    let id: Int
    @Published var isFollowed = false

    init(_ id: Int) {
      self.id = id
    }
  }

  private struct Row: View {
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

  private struct People: View {
    let people: [Person]

    var body: some View { List(people) { Row(person: $0) } }
  }

  @Test(arguments: [100, 10_000])
  func `N2 a change of one row costs one row, however long the list is`(count: Int)
    throws
  {
    let people = (0..<count).map(Person.init)
    let stage = Stage { People(people: people) }
    #expect(stage.elements.count == count + 1)
    let evaluations = stage.host.evaluations
    let visits = stage.host.visits
    people[count / 2].isFollowed = true
    #expect(stage.host.evaluations == evaluations + 1)
    #expect(stage.host.visits - visits == 5, "docs/views.md says how many views are visited")
    #expect(stage.commits.last?.changed.count == 1)
  }

  private final class Values: ObservableObject {
    @Published var names: [String] = (0..<1000).map { "Person \($0)" }
  }

  private struct NamedRow: View {
    let name: String

    var body: some View { Text(name) }
  }

  private struct ValueList: View {
    let model: Values

    var body: some View {
      List(Array(model.names.enumerated()), id: \.offset) { NamedRow(name: $0.element) }
    }
  }

  @Test func `a list of values evaluates only the rows whose value changed`() throws {
    let model = Values()
    let stage = Stage { ValueList(model: model) }
    let evaluations = stage.host.evaluations
    model.names[500] = "Somebody else"
    // Evaluates the list, the closure of each row, and the content of one row.
    #expect(stage.host.evaluations - evaluations <= 1000 + 3)
    #expect(stage.commits.last?.changed.count == 1)
    model.names.swapAt(0, 999)
    #expect(stage.commits.last?.changed.count == 2)
    stage.verify()
  }

  @Test func `random changes of many kinds lead to the same views as a new host with that state`()
    throws
  {
    var random = SystemRandomNumberGenerator()
    let model = Garden()
    let stage = Stage { GardenView(model: model) }
    for round in 0..<200 {
      stage.host.update { model.change(&random) }
      if round % 20 == 0 {
        let fresh = Stage { GardenView(model: model) }
        #expect(stage.labels == fresh.labels)
        #expect(stage.elements.map(\.frame) == fresh.elements.map(\.frame))
        #expect(stage.elements.map(\.traits) == fresh.elements.map(\.traits))
        stage.verify()
      }
    }
  }
}

/// State that changes in every way that views observe.
private final class Garden: ObservableObject {
  @Published var beds = [1, 2, 3]
  @Published var isCombined = false
  @Published var isHidden = false
  @Published var isOpen = true
  @Published var priority = 0.0
  @Published var words = 1
  private var last = 3

  func change(_ random: inout some RandomNumberGenerator) {
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      last += 1
      beds.insert(last, at: Int.random(in: 0...beds.count, using: &random))
    case 1: if !beds.isEmpty { beds.remove(at: Int.random(in: 0..<beds.count, using: &random)) }
    case 2: beds.shuffle(using: &random)
    case 3: isCombined.toggle()
    case 4: isHidden.toggle()
    case 5: isOpen.toggle()
    case 6: priority = Double.random(in: -1...1, using: &random)
    default: words = Int.random(in: 1...40, using: &random)
    }
  }
}

private struct GardenView: View {
  let model: Garden

  var body: some View {
    VStack {
      Text(String(repeating: "word ", count: model.words))
      ForEach(model.beds, id: \.self) { bed in
        HStack {
          Text("Bed \(bed)")
          Button("Water") {}.accessibilitySortPriority(model.priority)
        }
        .accessibilityElement(children: model.isCombined ? .combine : .contain)
      }
      Text("Gate").opacity(model.isHidden ? 0 : 1)
      if model.isOpen { Toggle("Lock", isOn: .constant(false)) } else { Text("Shut") }
    }
    .accessibilityLabel("Garden")
  }
}
