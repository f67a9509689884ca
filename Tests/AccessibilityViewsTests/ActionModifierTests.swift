import AccessibilityMirror
import AccessibilitySpeech
import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Action modifiers` {
  private final class Beach: ObservableObject {
    @Published var favorite = "none"
    @Published var photos = 0
  }

  private struct FavoriteIntent: AppIntent {
    static let title: LocalizedStringResource = "Favorite"
    @Dependency(default: Beach()) private var model
    @Parameter(title: "Beach") var beach: String

    init() {}

    init(beach: String) {
      self.beach = beach
    }

    func perform() async throws -> some IntentResult {
      guard !beach.isEmpty else {
        throw ActionRefusal(.invalidArgument, "there is no beach without a name")
      }
      model.favorite = beach
      return .result()
    }
  }

  private struct PhotoIntent: AppIntent {
    static let title: LocalizedStringResource = "Take a photo"
    @Dependency(default: Beach()) private var model

    func perform() async throws -> some IntentResult {
      model.photos += 1
      return .result()
    }
  }

  private struct BeachLog: View {
    @Dependency(default: Beach()) private var model

    var body: some View {
      Text("Log").accessibilityValue("\(model.favorite), \(model.photos)")
    }
  }

  @Test
  func `A15 A6 intents run by type and parameters; magic tap goes to the nearest handler around`()
    throws
  {
    let stage = Stage {
      VStack {
        Text("Baker beach")
          .accessibilityAction(named: "Favorite", intent: FavoriteIntent(beach: "Baker"))
        Text("Sand")
        BeachLog()
      }
      .accessibilityElement(children: .contain)
      .accessibilityAction(.magicTap, intent: PhotoIntent())
    }
    let beach = try stage.element("Baker beach")
    #expect(
      beach.intents == [
        IntentOffer(
          "Favorite", type: "FavoriteIntent", parameters: [IntentParameter("beach", "Baker")])
      ])
    try stage.perform(#require(beach.intents.first).command, on: "Baker beach")
    #expect(try stage.element("Log").value == "Baker, 0")
    try stage.perform(
      .intent(type: "FavoriteIntent", parameters: ["beach": "Ocean"]), on: "Baker beach")
    #expect(try stage.element("Log").value == "Ocean, 0")
    let empty = ActionCommand.intent(type: "FavoriteIntent", parameters: ["beach": ""])
    #expect(try stage.refusal(empty, on: "Baker beach").reason == .invalidArgument)
    // A parameter must have the type of the offer.
    let number = ActionCommand.intent(type: "FavoriteIntent", parameters: ["beach": 7])
    let mistyped = try stage.refusal(number, on: "Baker beach")
    #expect(mistyped.reason == .invalidArgument)
    #expect(mistyped.message == "beach is a text, not the whole number 7")
    let unknown = ActionCommand.intent(type: "DrainIntent", parameters: [:])
    let refusal = try stage.refusal(unknown, on: "Baker beach")
    #expect(refusal.reason == .unsupported && refusal.message.contains("FavoriteIntent"))
    try stage.perform(.magicTap, on: "Sand")
    #expect(try stage.element("Log").value == "Ocean, 1")
  }

  private struct BeachApp: App {
    static var intents: [any AppIntent.Type] { [FavoriteIntent.self, PhotoIntent.self] }

    var body: some Scene {
      WindowGroup { BeachLog() }
    }
  }

  @Test func `A15 an application runs its intents even when no view offers them`() throws {
    let store = TreeStore(epoch: 1) { 1 }
    let host = ViewHost(name: "sample:beach", app: BeachApp(), store: store)
    host.start()
    let root = try #require(host.application)
    func perform(_ command: ActionCommand) throws -> ActionOutcome {
      var outcomes: [ActionOutcome] = []
      host.perform(ActionRequest(element: root, command: command, deadline: .max)) {
        outcomes.append($0)
      }
      return try #require(outcomes.first)
    }
    #expect(
      store.tree[root]?.intents == [
        IntentOffer(
          "Favorite", type: "FavoriteIntent", parameters: [IntentParameter("beach", "")]),
        IntentOffer("Take a photo", type: "PhotoIntent"),
      ])
    #expect(
      try perform(.intent(type: "FavoriteIntent", parameters: ["beach": "Muir"]))
        == .performed(method: "Beach.intent"))
    #expect(store.snapshot().contains { $0.label == "Log" && $0.value == "Muir, 0" })
    for (command, hint) in [
      (.intent(type: "FavoriteIntent", parameters: [:]), "FavoriteIntent needs a value for beach"),
      (.intent(type: "DrainIntent", parameters: [:]), "intent FavoriteIntent, intent PhotoIntent"),
      (.press, "has no action press"),
    ] as [(ActionCommand, String)] {
      guard case .refused(let refusal) = try perform(command) else {
        Issue.record("\(command) was performed")
        continue
      }
      #expect(refusal.message.contains(hint), "\(refusal.message)")
    }
  }

  @Test func `A15 A2 buttons and standard actions publish their intents, which are found by title`()
    throws
  {
    let stage = Stage {
      HStack {
        Text("Baker beach")
        Button(intent: FavoriteIntent(beach: "Baker")) { Image(systemName: "star") }
        Button(intent: PhotoIntent()) { Text("Photo") }
      }
      .accessibilityElement(children: .combine)
      .accessibilityAction(.magicTap, intent: PhotoIntent())
      .accessibilityAction(named: "Favor Muir", intent: FavoriteIntent(beach: "Muir"))
      BeachLog()
    }
    let beach = try stage.element("Baker beach")
    #expect(beach.intents.map(\.title) == ["Favorite", "Photo", "Favor Muir"])
    #expect(
      Speech.menuActions(of: beach).map(\.name) == ["Favorite", "Photo", "Favor Muir"],
      "nothing is heard twice")
    #expect(
      beach.actions.map(\.name) == ["Favorite", "Photo", "magic-tap", "Favor Muir", "focus"],
      "nothing is offered twice")
    let tap = beach.actions.first { $0.kind == .magicTap }
    #expect(tap?.nativeName == "Photo", "it runs what another action does")
    try stage.perform(.custom("Favor Muir"), on: "Baker beach")
    #expect(try stage.element("Log").value == "Muir, 0")
    let baker = ActionCommand.intent(type: "FavoriteIntent", parameters: ["beach": "Baker"])
    try stage.perform(baker, on: "Baker beach")
    #expect(try stage.element("Log").value == "Baker, 0")
    #expect(try stage.refusal(.custom("Fly"), on: "Baker beach").reason == .unsupported)
    stage.verify()
  }

  @Test func `A15 A16 an intent of a disabled button that is combined is refused`() throws {
    let stage = Stage {
      HStack {
        Text("Baker beach")
        Button(intent: FavoriteIntent(beach: "Baker")) { Text("Favorite") }.disabled(true)
        Button(intent: PhotoIntent()) { Text("Photo") }
      }
      .accessibilityElement(children: .combine)
      BeachLog()
    }
    let favorite = try #require(try stage.element("Baker beach").intents.first?.command)
    #expect(try stage.refusal(favorite, on: "Baker beach").reason == .disabled)
    #expect(try stage.refusal(.custom("Favorite"), on: "Baker beach").reason == .disabled)
    try stage.perform(.custom("Photo"), on: "Baker beach")
    #expect(try stage.element("Log").value == "none, 1")
  }

  @Test func `A4 zoom has a point, reports whether it worked, and is announced`() throws {
    struct Zooming: View {
      @State private var zoom = 1

      var body: some View {
        Image("tree", label: Text("Zooming image view"))
          .accessibilityZoomAction { action -> Bool in
            let next = zoom + (action.direction == .zoomIn ? 1 : -1)
            guard (1...4).contains(next), action.location.x >= 0.5 else { return false }
            zoom = next
            AccessibilityNotification.Announcement("\(zoom)x zoom").post()
            return true
          }
      }
    }
    let stage = Stage { Zooming() }
    #expect(try stage.element("Zooming image view").traits == [.image, .supportsZoom])
    _ = stage.news()
    for command in [.zoomIn(at: nil), .zoomIn(at: nil), .zoomIn(at: nil), .zoomOut(at: nil)]
      as [ActionCommand]
    {
      try stage.perform(command, on: "Zooming image view")
    }
    let spoken = stage.news().compactMap { notification in
      if case .announcement(let text, _, _) = notification { text } else { nil }
    }
    #expect(spoken == ["2x zoom", "3x zoom", "4x zoom", "3x zoom"])
    try stage.perform(.zoomIn(at: nil), on: "Zooming image view")
    #expect(try stage.refusal(.zoomIn(at: nil), on: "Zooming image view").reason == .rejected)
    let corner = try #require(try stage.element("Zooming image view").frame?.rect)
    let left = Point(x: corner.x, y: corner.y)
    #expect(try stage.refusal(.zoomOut(at: left), on: "Zooming image view").reason == .rejected)
    let outside = Point(x: corner.x - 5, y: corner.y)
    #expect(
      try stage.refusal(.zoomOut(at: outside), on: "Zooming image view").reason == .outOfRange)
  }

  @Test func `A2 A5 A7 A10 A11 custom, escape, scroll, menu and delete run their handlers`()
    throws
  {
    struct Page: View {
      @State private var log: [String] = []

      var body: some View {
        VStack {
          Text("Mail")
            .accessibilityAction(named: "Reply") { log.append("reply") }
            .accessibilityAction(.delete) { log.append("delete") }
            .accessibilityAction(.showMenu) { log.append("menu") }
            .accessibilityScrollAction { log.append("scroll \($0)") }
            .accessibilityRotorEntry("Unread")
          Text("Log").accessibilityValue(log.joined(separator: ", "))
        }
        .accessibilityAction(.escape) { log.append("escape") }
      }
    }
    let stage = Stage { Page() }
    #expect(try stage.element("Mail").rotors == ["Unread"])
    for command in [
      .custom("Reply"), .delete, .showMenu, .scroll(.next), .escape,
    ] as [ActionCommand] {
      try stage.perform(command, on: "Mail")
    }
    #expect(try stage.element("Log").value == "reply, delete, menu, scroll next, escape")
    stage.verify()
  }

  @Test func `an adjustable action without a value is harmless, and the element has no value`()
    throws
  {
    let stage = Stage {
      Rectangle().accessibilityLabel("Odd").accessibilityAdjustableAction { _ in }
    }
    let odd = try stage.element("Odd")
    #expect(odd.traits.contains(.adjustable) && odd.effectiveValue == nil)
    #expect(try stage.perform(.increment, on: "Odd") == .performed(method: "Stage.increment"))
  }
}
