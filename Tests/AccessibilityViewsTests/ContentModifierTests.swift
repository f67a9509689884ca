import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Content, rotors and relations` {
  private func attributes(_ element: Element) -> [String] {
    element.attributes.map { "\($0.name)=\($0.value)" }
  }

  @Test func `E1 custom content and the type of a text are attributes`() throws {
    let age = AccessibilityCustomContentKey("Age", id: "age")
    let stage = Stage {
      Text("Rex")
        .accessibilityCustomContent(age, Text("4 years"))
        .accessibilityCustomContent("Breed", "Poodle", importance: .high)
        .accessibilityTextContentType(.sourceCode)
      Text("Old")
        .accessibilityCustomContent(age, Text("4 years"), importance: .high)
        .accessibilityCustomContent(age, Text("5 years"))
      Text("None")
        .accessibilityCustomContent(age, Text("4 years"), importance: .high)
        .accessibilityCustomContent(age, nil)
    }
    #expect(
      try attributes(stage.element("Rex")) == [
        "custom-content-importance:Breed=high", "custom-content:Age=4 years",
        "custom-content:Breed=Poodle", "text-content-type=source-code",
      ])
    #expect(try attributes(stage.element("Old")) == ["custom-content:Age=5 years"])
    #expect(try attributes(stage.element("None")) == [])
  }

  @Test func `A9 what does not respond takes no focus, and text that responds does`() throws {
    let stage = Stage {
      Button("Idle") {}.accessibilityRespondsToUserInteraction(false)
      Text("Live").accessibilityRespondsToUserInteraction()
      Text("Still")
    }
    #expect(try !stage.element("Idle").states.contains(.focusable))
    #expect(try attributes(stage.element("Idle")) == ["responds-to-user-interaction=false"])
    try stage.perform(.focus, on: "Live")
    #expect(try stage.element("Live").states.contains(.focused))
    #expect(try !stage.element("Still").states.contains(.focusable))
  }

  @Test func `S5 an element gets the children that other views describe`() throws {
    struct Page: View {
      @State private var name = "Graph"
      @State private var values = [3, 5]

      var body: some View {
        Rectangle().frame(width: 200, height: 100)
          .accessibilityLabel(name)
          .accessibilityChildren {
            HStack {
              ForEach(values, id: \.self) { value in
                Rectangle().accessibilityLabel("Bar \(value)")
              }
            }
          }
          .accessibilityIdentifier("graph")
        Button("Change") {
          name = "Chart"
          values.append(8)
        }
      }
    }
    let stage = Stage { Page() }
    #expect(stage.labels == ["Graph", "Bar 3", "Bar 5", "Change"])
    let graph = try stage.element("Graph")
    #expect(graph.identifier == "graph" && graph.children.count == 2)
    let (outer, inner) = (graph.frame?.rect, try stage.element("Bar 5").frame?.rect)
    #expect(outer?.width == 200)
    #expect(inner.map { outer?.contains($0.center) == true } == true)
    try stage.press("Change")
    #expect(stage.labels == ["Chart", "Bar 3", "Bar 5", "Bar 8", "Change"])
    #expect(try stage.element("Chart").id == graph.id)
    stage.verify()
  }

  @Test func `E7 linked elements are members of a group, and leave it`() throws {
    struct Page: View {
      @Namespace private var group
      @State private var isShown = true

      var body: some View {
        Text("Draft").accessibilityLinkedGroup(id: 1, in: group)
        Text("Other")
        if isShown { Button("Send") { isShown = false }.accessibilityLinkedGroup(id: 1, in: group) }
        Text("Cost").accessibilityLinkedGroup(id: 1, in: group)
        Text("Alone").accessibilityLinkedGroup(id: 2, in: group)
      }
    }
    let stage = Stage { Page() }
    let ids = try ["Draft", "Send", "Cost"].map { try stage.element($0).id }
    #expect(try stage.element("Send").relations == [Relation(.memberOf, [ids[0], ids[2]])])
    #expect(try stage.element("Draft").relations == [Relation(.memberOf, [ids[1], ids[2]])])
    #expect(try stage.element("Alone").relations == [])
    try stage.press("Send")
    #expect(try stage.element("Draft").relations == [Relation(.memberOf, [ids[2]])])
  }

  private struct Sales: AXChartDescriptorRepresentable {
    func makeChartDescriptor() -> AXChartDescriptor {
      AXChartDescriptor(
        title: "Sales", summary: "They grow",
        xAxis: AXCategoricalDataAxisDescriptor(title: "Month", categoryOrder: ["May", "June"]),
        yAxis: AXNumericDataAxisDescriptor(title: "Cups", range: 0...9, gridlinePositions: []) {
          "\(Int($0)) cups"
        },
        series: [
          AXDataSeriesDescriptor(
            name: "Tea", isContinuous: false,
            dataPoints: [AXDataPoint(x: "May", y: 3), AXDataPoint(x: "June", y: 7)])
        ])
    }
  }

  @Test func `E1 a chart is described by its axes and points`() throws {
    let stage = Stage {
      Rectangle().accessibilityLabel("Drinks").accessibilityChartDescriptor(Sales())
    }
    let chart = try stage.element("Drinks")
    #expect(chart.role == .chart)
    #expect(
      attributes(chart) == [
        "chart-series:Tea=May 3 cups, June 7 cups", "chart-summary=They grow", "chart-title=Sales",
        "chart-x-axis=Month: May, June", "chart-y-axis=Cups: 0 cups to 9 cups",
      ])
  }

  @Test func `A2 an action is named by the text of a view`() throws {
    struct Page: View {
      @State private var count = 0

      var body: some View {
        Text("Mail")
          .accessibilityValue("\(count)")
          .accessibilityAction {
            count += 1
          } label: {
            Text("Reply")
            if count > 0 { Text("again") }
          }
      }
    }
    let stage = Stage { Page() }
    try stage.perform(.custom("Reply"), on: "Mail")
    #expect(try stage.element("Mail").value == "1")
    #expect(try stage.element("Mail").actions.map(\.name) == ["Reply, again", "focus"])
  }

  fileprivate final class Message: ObservableObject, Identifiable {
    let id: Int
    @Published var isUnread: Bool

    init(_ id: Int, isUnread: Bool) {
      self.id = id
      self.isUnread = isUnread
    }
  }

  private struct Inbox: View {
    @Namespace private var place
    @State private var messages: [Message]

    init(_ messages: [Message]) {
      _messages = State(wrappedValue: messages)
    }

    var body: some View {
      Text("Draft").accessibilityRotorEntry(id: "draft", in: place)
      List(messages) { message in
        Text("Message \(message.id)")
        Button("Reply \(message.id)") {}
      }
      .accessibilityRotor("Unread") {
        ForEach(messages) { message in
          if message.isUnread { AccessibilityRotorEntry("Message", id: message.id) }
        }
        AccessibilityRotorEntry("Draft", "draft", in: place)
      }
      .accessibilityRotor("All", entries: messages, entryID: \.id, entryLabel: \.name)
      Button("Sort") { messages.reverse() }
    }
  }

  @Test func `S8 a rotor stops at the elements of its entries, which change with the state`() throws
  {
    let messages = [Message(1, isUnread: true), Message(2, isUnread: false)]
    let stage = Stage { Inbox(messages) }
    func stops(_ rotor: String) -> [String] {
      stage.elements.filter { $0.rotors.contains(rotor) }.compactMap(\.label)
    }
    #expect(stops("Unread") == ["Draft", "Message 1"])
    #expect(stops("All") == ["Message 1", "Message 2"])
    messages[0].isUnread = false
    messages[1].isUnread = true
    #expect(stops("Unread") == ["Draft", "Message 2"])
    try stage.press("Sort")
    #expect(stops("All") == ["Message 2", "Message 1"])
    stage.verify()
  }
}

extension `Content, rotors and relations`.Message {
  fileprivate var name: String { "Message \(id)" }
}
