internal import AccessibilityViews

/// A shopping list whose items are added, edited and removed.
struct ShoppingListApp: App {
  var body: some Scene {
    WindowGroup("Shopping") { ShoppingList() }
  }
}

private final class Item: ObservableObject, Identifiable {
  @Published var name: String
  @Published var amount = 1
  @Published var shop = "Anywhere"
  @Published var isBought = false

  init(_ name: String) {
    self.name = name
  }
}

private struct ShoppingList: View {
  @State private var items = [
    "Bread", "Milk", "Apples", "Cheese", "Coffee", "Rice", "Onions", "Tomatoes", "Olive oil",
    "Salt", "Pasta", "Eggs", "Butter", "Tea", "Lemons", "Yoghurt",
  ].map(Item.init)
  @State private var newItem = ""
  @State private var editedItem: Item?
  @State private var asksToClear = false

  var body: some View {
    VStack {
      Text("Shopping list").accessibilityHeading(.h1)
      List(items) { item in
        ItemRow(item: item) {
          editedItem = item
        } remove: {
          remove(item)
        }
      }
      HStack {
        TextField("New item", text: $newItem)
        Button("Add") {
          items.append(Item(newItem))
          AccessibilityNotification.Announcement("\(newItem) added").post()
          newItem = ""
        }
        .disabled(newItem.isEmpty)
        Button("Clear") { asksToClear = true }
          .disabled(items.isEmpty)
      }
    }
    .sheet("Edit item", item: $editedItem) { item in
      ItemEditor(item: item) { editedItem = nil }
    }
    .alert("Clear the list?", isPresented: $asksToClear) {
      Button("Clear all") {
        items = []
        asksToClear = false
        AccessibilityNotification.Announcement("The list is empty").post()
      }
      Button("Keep") { asksToClear = false }
    }
  }

  private func remove(_ item: Item) {
    items.removeAll { $0 === item }
    AccessibilityNotification.Announcement("\(item.name) removed").post()
  }
}

private struct ItemRow: View {
  @Bindable var item: Item
  let edit: () -> Void
  let remove: () -> Void

  var body: some View {
    Toggle(item.name, isOn: $item.isBought)
      .accessibilityValue(item.isBought ? "bought" : "\(item.amount) to buy")
      .accessibilityAction(.delete, remove)
      .contextMenu {
        Button("Edit", action: edit)
        Button("Delete", action: remove)
      }
  }
}

private struct ItemEditor: View {
  @Bindable var item: Item
  let done: () -> Void

  var body: some View {
    TextField("Name", text: $item.name)
    Stepper("Amount", value: $item.amount, in: 1...99)
    Picker("Shop", selection: $item.shop) {
      ForEach(["Anywhere", "Market", "Bakery"], id: \.self) { shop in
        Text(shop).tag(shop)
      }
    }
    Button("Done", action: done)
  }
}
