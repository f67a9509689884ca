import AccessibilityTree
import BridgeProtocol

// Values of every kind, with optional parts present, empty or absent.
extension SeededGenerator {
  mutating func id() -> ElementID { ElementID(rawValue: max(1, number())) }

  mutating func point() -> Point { Point(x: double(), y: double()) }

  /// A random point that is valid in a request.
  mutating func nearPoint() -> Point {
    Point(
      x: .random(in: -Point.furthest...Point.furthest, using: &self),
      y: .random(in: -Point.furthest...Point.furthest, using: &self))
  }

  mutating func rect() -> Rect {
    Rect(x: double(), y: double(), width: abs(double()), height: abs(double()))
  }

  mutating func range() -> Range<Int> {
    let start = Int.random(in: 0...1000, using: &self)
    return start..<start + Int.random(in: 0...1000, using: &self)
  }

  mutating func element() -> Element {
    let id = id()
    var element = Element(
      id: id, parent: maybe { $0.id() }, children: list(upTo: 20) { $0.id() },
      application: self.id(), role: pick(Role.self))
    element.label = maybe { $0.text() }
    element.value = maybe { $0.text() }
    element.states = States(rawValue: number())
    element.traits = Traits(rawValue: UInt32(truncatingIfNeeded: number()))
    element.nativeRole = text()
    element.actions = list {
      let name = $0.text()
      return Action(
        $0.pick(ActionKind.self), name: name.isEmpty ? nil : name,
        nativeName: $0.maybe { $0.text() })
    }
    element.frame = maybe { Frame(rect: $0.rect(), space: $0.pick(CoordinateSpace.self)) }
    element.range = maybe { $0.numericRange() }
    if once(in: 2) { addDetails(to: &element) }
    return element
  }

  private mutating func numericRange() -> NumericRange {
    NumericRange(
      current: double(), minimum: maybe { $0.double() }, maximum: maybe { $0.double() },
      step: maybe { $0.double() })
  }

  private mutating func addDetails(to element: inout Element) {
    element.hint = maybe { $0.text() }
    element.identifier = maybe { $0.text() }
    element.placeholder = maybe { $0.text() }
    element.activationPoint = maybe { $0.point() }
    element.contentPath = maybe { $0.contentPath() }
    element.text = maybe {
      TextState(
        length: $0.count(), caret: $0.maybe { $0.count() }, selections: $0.list { $0.range() })
    }
    element.relations = list { Relation($0.pick(RelationKind.self), $0.list { $0.id() }) }
    element.level = maybe { Int.random(in: 1...9, using: &$0) }
    element.positionInSet = maybe { Int.random(in: 1...200, using: &$0) }
    element.setSize = maybe { Int.random(in: 1...20_000, using: &$0) }
    element.sortPriority = double()
    element.liveRegion = maybe { $0.pick(LiveRegion.self) }
    element.inputLabels = list { $0.text() }
    element.attributes = list { ToolkitAttribute(name: $0.text(), value: $0.text()) }
    element.totalChildren = maybe { max(1, $0.count()) }
    if once(in: 2) { addInteraction(to: &element) }
  }

  private mutating func addInteraction(to element: inout Element) {
    element.dragPoints = list { NamedPoint($0.text(), $0.point()) }
    element.dropPoints = list { NamedPoint($0.text(), $0.point()) }
    element.directTouch = maybe {
      DirectTouchOptions(rawValue: UInt32(truncatingIfNeeded: $0.number()))
    }
    element.speech = maybe {
      SpeechAttributes(
        priority: $0.maybe { $0.pick(AnnouncementPriority.self) }, spellsOut: $0.once(in: 2),
        includesPunctuation: $0.once(in: 2), pitch: $0.double())
    }
    element.intents = list {
      IntentOffer(
        $0.text(), type: $0.text(),
        parameters: $0.list { IntentParameter($0.text(), $0.intentValue()) })
    }
    element.rotors = list { $0.text() }
    if once(in: 8) { element.isRedacted = true }
    if once(in: 8) { element.shortenedFields = ["label", "value"] }
  }

  private mutating func contentPath() -> ContentPath {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: .rectangle(rect())
    case 1: .roundedRectangle(rect(), cornerRadius: double())
    case 2: .ellipse(rect())
    default: .polygon(list { $0.point() })
    }
  }

  mutating func application() -> Application {
    var application = Application(root: id(), name: text(), source: text())
    application.processID = maybe { Int32.random(in: 1...99_999, using: &$0) }
    application.toolkit = text()
    application.toolkitVersion = text()
    application.health = pick(Health.self)
    application.load =
      [.loading, .structure, .complete, .partial(text())][
        Int.random(in: 0..<4, using: &self)]
    if case .partial = application.load {} else { application.loadTrouble = text() }
    return application
  }

  mutating func applicationInfo() -> ApplicationInfo {
    ApplicationInfo(
      application: application(), lastHeardAgoMs: number(), elementCount: count(),
      windows: list { Window(id: $0.id(), title: $0.text(), isActive: $0.once(in: 2)) },
      callCount: count())
  }

  mutating func notification() -> RevisedNotification {
    let notification: Notification =
      switch Int.random(in: 0..<8, using: &self) {
      case 0:
        .announcement(
          text: text(), priority: pick(AnnouncementPriority.self), element: maybe { $0.id() })
      case 1: .layoutChanged(container: id(), focus: maybe { $0.id() })
      case 2: .screenChanged(root: id(), focus: maybe { $0.id() })
      case 3:
        .valueChanged(element: id(), old: maybe { $0.text() }, new: maybe { $0.text() })
      case 4:
        .scrolled(
          container: id(), deltaX: double(), deltaY: double(), page: maybe { $0.text() })
      case 5: .focusMoved(from: maybe { $0.id() }, to: maybe { $0.id() })
      case 6:
        .speech(
          SpeechEvent(
            utterance: number(), pick(SpeechDecision.self), text: text(),
            priority: pick(AnnouncementPriority.self), element: maybe { $0.id() }))
      default: .applicationChanged(application())
      }
    return RevisedNotification(revision: number(), notification)
  }

  mutating func update() -> TreeUpdate {
    TreeUpdate(
      fromRevision: number(), revision: number(), changed: list { $0.element() },
      removed: list(upTo: 40) { $0.id() }, notifications: list { $0.notification() },
      droppedNotifications: count())
  }

  /// A random status whose texts are short enough to be sent whole.
  mutating func status() -> Status {
    func text(_ random: inout SeededGenerator) -> String {
      String(String.UnicodeScalarView(random.text().unicodeScalars.prefix(39)))
    }
    guard !once(in: 4) else { return Status(pick(StatusCode.self), text(&self)) }
    let reason = pick(ErrorReason.self)
    let selector = text(&self)
    var status = Status(
      reason, text(&self), element: maybe { $0.id() }, selector: selector.isEmpty ? nil : selector,
      offset: reason == .selectorSyntax ? Int.random(in: 0...999, using: &self) : nil,
      candidates: list(upTo: 10) { Candidate(id: $0.id(), description: text(&$0)) },
      candidateCount: count(), advice: text(&self), limit: number())
    if once(in: 2) { status.detail?.limitName = "connections" }
    return status
  }

  mutating func target() -> Target { once(in: 2) ? .id(id()) : .selector(text()) }

  /// A gesture with at most two fingers, one after the other.
  mutating func gesture() -> [GesturePoint] {
    let touches = once(in: 3) ? [0, Int.random(in: 1...9, using: &self)] : [0]
    var time: UInt64 = 0
    func points(_ phases: [GesturePoint.Phase], _ generator: inout Self) -> [GesturePoint] {
      phases.flatMap { phase in
        touches.map { touch in
          time += UInt64.random(in: 0...10_000, using: &generator) * 1000
          return GesturePoint(
            phase: phase, position: generator.nearPoint(), time: time, touch: touch)
        }
      }
    }
    let moves = Int.random(in: 0...15, using: &self)
    let last: GesturePoint.Phase = once(in: 2) ? .up : .cancel
    return points([.down] + Array(repeating: .move, count: moves) + [last], &self)
  }

  mutating func command() -> ActionCommand {
    let point = text()
    return [
      .press, .increment, .decrement, .expand, .collapse, .select, .deselect, .focus, .showMenu,
      .scrollIntoView, .scroll(pick(ScrollDirection.self)), .setValue(double()), .setText(text()),
      .insertText(text(), at: maybe { $0.count() }), .setSelection(range()),
      .zoomIn(at: maybe { $0.nearPoint() }), .zoomOut(at: maybe { $0.nearPoint() }), .escape,
      .magicTap,
      .delete, .custom(text()), .drag(point: maybe { $0.text() }),
      .drop(source: id(), point: point.isEmpty ? nil : point), .passThroughGesture(gesture()),
      .directTouch(gesture()),
      .intent(
        type: text(),
        parameters: Dictionary(
          list { ($0.text(), $0.intentValue()) }, uniquingKeysWith: { $1 })), .hover,
      .keys(chords()),
    ][Int.random(in: 0..<28, using: &self)]
  }

  private mutating func chords() -> [KeyChord] {
    (0...Int.random(in: 0..<KeyChord.maxCount, using: &self)).map { _ in
      let key: KeyChord.Key =
        once(in: 2)
        ? .character(["a", "é", "+", " ", "7"].randomElement(using: &self) ?? "a")
        : .named(NamedKey.all.randomElement(using: &self) ?? .enter)
      return KeyChord(key, KeyModifiers(rawValue: .random(in: 0...15, using: &self)))
    }
  }

  mutating func intentValue() -> IntentValue {
    [
      .text(text()), .integer(Int64.random(in: .min ... .max, using: &self)),
      .number(Double.random(in: -1e9...1e9, using: &self)), .boolean(Bool.random(using: &self)),
    ][Int.random(in: 0..<4, using: &self)]
  }
}
