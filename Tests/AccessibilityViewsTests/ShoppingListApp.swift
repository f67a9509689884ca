import AccessibilityViews

struct ShoppingListApp: App {
  var body: some Scene {
    WindowGroup("Shopping") { ShoppingList() }
  }
}

final class Item: ObservableObject, Identifiable {
  let name: String
  @Published var isBought = false

  init(_ name: String) {
    self.name = name
  }
}

struct ShoppingList: View {
  @State private var items = [Item("Bread"), Item("Milk")]
  @State private var newItem = ""

  var body: some View {
    Text("Shopping list").accessibilityHeading(.h1)
    List(items) { item in
      ItemRow(item: item) { items.removeAll { $0 === item } }
    }
    HStack {
      TextField("New item", text: $newItem)
      Button("Add") {
        items.append(Item(newItem))
        newItem = ""
      }
      .disabled(newItem.isEmpty)
    }
  }
}

struct ItemRow: View {
  @Bindable var item: Item
  let remove: () -> Void

  var body: some View {
    Toggle(item.name, isOn: $item.isBought)
      .accessibilityValue(item.isBought ? "bought" : "to buy")
      .accessibilityAction(.delete) {
        remove()
        AccessibilityNotification.Announcement("\(item.name) removed").post()
      }
  }
}
