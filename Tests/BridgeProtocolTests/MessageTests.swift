import AccessibilityTree
import Testing

@testable import BridgeProtocol

@Suite
struct `Messages` {
  @Test(arguments: 0..<20)
  func `Every message survives encoding and decoding`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for message in random.requests() + random.responses() { try expectRoundTrip(message) }
  }

  private func expectRoundTrip<Message: WireMessage>(_ message: Message) throws {
    let decoded = try Message(decoding: message.encoded())
    // Every message is Hashable, which an existential type cannot express.
    let sent = try #require(message as? any Hashable)
    let read = try #require(decoded as? any Hashable)
    #expect(AnyHashable(sent) == AnyHashable(read))
  }

  @Test
  func `Absent and empty stay different`() throws {
    for (label, value) in [(nil, ""), ("", nil), (nil, nil), ("", "")] as [(String?, String?)] {
      var element = Element(id: ElementID(rawValue: 1), role: .button, label: label, value: value)
      element.hint = label
      element.identifier = value
      element.placeholder = label
      element.actions = [Action(.press, nativeName: value)]
      let message = HitTestResponse(revision: 1, element: element)
      #expect(try HitTestResponse(decoding: message.encoded()) == message)
    }
    for old in [nil, "", "a"] as [String?] {
      let update = TreeUpdate(
        fromRevision: 0, revision: 1,
        notifications: [
          RevisedNotification(
            revision: 1, .valueChanged(element: ElementID(rawValue: 1), old: old, new: ""))
        ])
      let message = SubscribeResponse(.update(update))
      #expect(try SubscribeResponse(decoding: message.encoded()) == message)
    }
    for depth in [nil, 0, 1] as [Int?] {
      let message = GetTreeRequest(depth: depth)
      #expect(try GetTreeRequest(decoding: message.encoded()) == message)
    }
    for since in [nil, 0, 7] as [UInt64?] {
      let message = SubscribeRequest(since: since, epoch: 3)
      #expect(try SubscribeRequest(decoding: message.encoded()) == message)
    }
  }

  @Test
  func `Views leave out the documented fields`() throws {
    var random = SeededGenerator(seed: 99)
    for _ in 0..<50 {
      let element = random.element()
      let brief = try decode(ElementEncoder.encode(element, view: .brief))
      #expect(brief.label == element.label && brief.value == element.value)
      #expect(brief.states == element.states && brief.traits == element.traits)
      #expect(brief.actions == element.actions && brief.range == element.range)
      #expect(brief.hint == element.hint && brief.identifier == element.identifier)
      #expect(brief.frame == nil && brief.relations.isEmpty && brief.attributes.isEmpty)
      #expect(brief.text == nil)
      let structure = try decode(ElementEncoder.encode(element, view: .structure))
      var links = Element(
        id: element.id, parent: element.parent, children: element.children,
        application: element.application, role: element.role)
      links.shortenedFields = element.shortenedFields
      #expect(structure == links)
    }
  }

  @Test(arguments: [ElementView.full, .brief, .structure])
  func `Any element fits in the shortest frames and keeps its essential fields`(
    view: ElementView
  ) throws {
    // The rest of 1,024 bytes after the application and the fields around the two.
    let room = 560
    let long = String(repeating: "größer\u{0}", count: 2000)
    var random = SeededGenerator(seed: 5)
    for number in stride(from: 0, to: 100, by: 9) {
      var element = Element(
        id: ElementID(rawValue: .max), parent: ElementID(rawValue: .max - 1),
        children: (0..<UInt64(number) * 50).map { ElementID(rawValue: .max / 2 + $0) },
        application: ElementID(rawValue: .max - 2), role: .treeItem)
      let other = random.element()
      element.label = long
      element.value = long
      element.nativeRole = long
      element.states = States(rawValue: .max)
      element.traits = Traits(rawValue: .max)
      element.actions = (0..<number).map { Action(.custom, name: "\($0)", nativeName: long) }
      element.frame = other.frame
      element.range = NumericRange(current: 0.1, minimum: -0.1, maximum: 1e300, step: 0.3)
      element.hint = long
      element.identifier = long
      element.placeholder = long
      element.activationPoint = Point(x: 0.1, y: 0.1)
      element.contentPath = .polygon((0..<number).map { Point(x: Double($0), y: 0.5) })
      element.text = other.text
      element.relations = [Relation(.labelledBy, element.children)]
      element.level = Int(Int32.max)
      element.positionInSet = Int(Int32.max)
      element.setSize = Int(Int32.max)
      element.sortPriority = 0.1
      element.liveRegion = .assertive
      element.inputLabels = [long]
      element.attributes = [ToolkitAttribute(name: "a", value: long)]
      element.totalChildren = .max
      element.dragPoints = [NamedPoint(long, Point(x: 1, y: 1))]
      element.dropPoints = [NamedPoint(long, Point(x: 1, y: 1))]
      element.directTouch = DirectTouchOptions(rawValue: .max)
      element.speech = SpeechAttributes(
        priority: .high, spellsOut: true, includesPunctuation: true, pitch: 0.1)
      element.intents = [IntentOffer(long, type: long)]
      element.rotors = [long]
      let encoded = ElementEncoder.encode(element, view: view, within: room)
      #expect(encoded.bytes.count <= room, "\(encoded.bytes.count) bytes")
      let told = try decode(encoded)
      #expect(told.id == element.id && told.parent == element.parent)
      #expect(told.role == element.role && told.application == element.application)
      #expect(element.children.starts(with: told.children))
      #expect(told.listsAllChildren == (told.children.count == element.children.count))
      if view != .structure {
        #expect(told.states == element.states && told.traits == element.traits)
        #expect(told.range == element.range)
      }
      if view == .full { #expect(told.frame == element.frame) }
    }
  }

  private func decode(_ element: EncodedElement) throws -> Element {
    let response = try HitTestResponse(
      decoding: HitTestResponse.encoded(revision: 1, element: element))
    return try #require(response.element)
  }

  @Test
  func `NUL in outgoing text becomes U+FFFD`() throws {
    let request = FindRequest(selector: "a\0b\0")
    #expect(try FindRequest(decoding: request.encoded()).selector == "a\u{FFFD}b\u{FFFD}")
  }

  @Test
  func `Incoming text with NUL or invalid UTF-8 is refused, and the field is named`() {
    expect(.invalidArgument, "FindRequest.selector") {
      try FindRequest(decoding: [0x0A, 3, 0x61, 0, 0x62])
    }
    expect(.invalidArgument, "FindRequest.selector") {
      try FindRequest(decoding: [0x0A, 1, 0])
    }
    expect(.invalidArgument, "FindRequest.selector") {
      try FindRequest(decoding: [0x0A, 2, 0xC3, 0x28])
    }
    expect(.invalidArgument, "GetElementRequest.target.selector") {
      try GetElementRequest(decoding: [0x0A, 3, 0x12, 1, 0])
    }
  }

  @Test
  func `An invalid field is refused and named`() {
    expect(.invalidArgument, "GetElementRequest.target") { try GetElementRequest(decoding: []) }
    expect(.invalidArgument, "GetElementRequest.target.element_id") {
      try GetElementRequest(decoding: [0x0A, 2, 0x08, 0])
    }
    expect(.invalidArgument, "FindRequest.view") { try FindRequest(decoding: [0x28, 9]) }
    expect(.invalidArgument, "SubscribeRequest.kinds") {
      try SubscribeRequest(decoding: [0x0A, 1, 10])
    }
    expect(.invalidArgument, "SubscribeRequest.max_pending_notifications") {
      try SubscribeRequest(decoding: [0x38, 0x81, 0x80, 0x04])
    }
    expect(.invalidArgument, "WaitForRequest.condition") {
      try WaitForRequest(decoding: [0x0A, 2, 0x08, 1, 0x10, 14])
    }
    expect(.invalidArgument, "GetTreeRequest.selector") {
      try GetTreeRequest(decoding: [0x0A, 1, 1, 0x12, 1, 0x2A])
    }
    expect(.invalidArgument, "HitTestRequest.point") {
      try HitTestRequest(decoding: HitTestRequest(point: Point(x: .nan, y: 1)).encoded())
    }
    expect(.invalidArgument, "ActionCommand.number") {
      let target = Target.id(ElementID(rawValue: 1))
      return try PerformRequest(
        decoding: PerformRequest(target: target, command: .setValue(.infinity)).encoded())
    }
    // PRESS with a text, SCROLL without a direction.
    for command: [UInt8] in [[0x08, 2, 0x22, 0], [0x08, 12]] {
      expect(.invalidArgument, "ActionCommand.argument") {
        try PerformRequest(
          decoding: [0x0A, 2, 0x08, 1, 0x12, UInt8(command.count)] + command)
      }
    }
  }

  @Test
  func `A message of very many empty messages is refused before it uses much memory`() {
    var bytes: [UInt8] = []
    for _ in 0..<200_000 { bytes += [0x12, 0] }
    expect(.malformed, "GetTreeResponse") { try GetTreeResponse(decoding: bytes) }
  }

  @Test
  func `A request of millions of values is refused before it uses much memory or time`() throws {
    // Packed ids with one byte each.
    func list(_ field: UInt8, _ count: Int) -> [UInt8] {
      var bytes: [UInt8] = [field << 3 | 2]
      var length = UInt64(count)
      while length > 127 {
        bytes.append(UInt8(length & 127) | 128)
        length >>= 7
      }
      return bytes + [UInt8(length)] + [UInt8](repeating: 1, count: count)
    }
    expect(.invalidArgument, "GetTreeRequest") { try GetTreeRequest(decoding: list(1, 4_000_000)) }
    expect(.invalidArgument, "SubscribeRequest.scope_ids has 1025 entries, limit 1024") {
      try SubscribeRequest(decoding: list(2, 1_025))
    }
    expect(.invalidArgument, "SubscribeRequest.kinds has 100000 entries, limit 1024") {
      try SubscribeRequest(decoding: list(1, 100_000))
    }
    #expect(try SubscribeRequest(decoding: list(2, 1_024)).scopes.count == 1_024)
    // Unknown fields.
    var unknown: [UInt8] = []
    for _ in 0..<300_000 { unknown += [0x9A, 0x06, 0] }
    expect(.invalidArgument, "FindRequest of 900000 bytes has more than 65536 parts") {
      try FindRequest(decoding: unknown)
    }
  }

  @Test
  func `An intent has a bounded number of parameters`() throws {
    func intent(_ count: Int) -> [UInt8] {
      PerformRequest(
        target: .id(ElementID(rawValue: 1)),
        command: .intent(
          type: "x",
          parameters: Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", "") }))
      ).encoded()
    }
    expect(.invalidArgument, "PerformRequest of") {
      try PerformRequest(decoding: intent(300_000))
    }
    expect(.invalidArgument, "Intent.parameters has 1025 entries, limit 1024") {
      try PerformRequest(decoding: intent(1_025))
    }
    #expect(try PerformRequest(decoding: intent(1_024)).encoded().count > 1_024)
  }

  @Test
  func `A parameter of an intent must have a value of the contract`() {
    // PerformRequest.command.intent.parameters[0]: only a name, and a number that is not finite.
    func request(_ parameter: [UInt8]) -> [UInt8] {
      func wrapped(_ field: UInt8, _ body: [UInt8]) -> [UInt8] {
        [field << 3 | 2, UInt8(body.count)] + body
      }
      let target = wrapped(1, [1 << 3, 1])
      return target + wrapped(2, [1 << 3, 26] + wrapped(12, wrapped(2, parameter)))
    }
    expect(.invalidArgument, "intent parameter \"a\" has no value") {
      try PerformRequest(decoding: request([1 << 3 | 2, 1, 0x61]))
    }
    let nan: [UInt8] = [4 << 3 | 1, 0, 0, 0, 0, 0, 0, 0xF8, 0x7F]
    expect(.invalidArgument, "is not a finite number") {
      try PerformRequest(decoding: request([1 << 3 | 2, 1, 0x61] + nan))
    }
  }

  @Test
  func `The sparsest tree that a server sends fits in the memory limit for responses`()
    throws
  {
    let application = ElementID(rawValue: 1)
    let elements = (1...20_000).map {
      ElementEncoder.encode(
        Element(
          id: ElementID(rawValue: UInt64($0)), parent: application, children: [],
          application: application, role: .generic),
        view: .structure)
    }
    let bytes = GetTreeResponse.encoded(revision: 1, elements: elements, last: true)
    #expect(try GetTreeResponse(decoding: bytes).elements.count == 20_000)
  }

  @Test
  func `A gesture may have at most the documented number of points`() throws {
    for (count, fits) in [(10_000, true), (10_001, false)] {
      func point(_ phase: GesturePoint.Phase) -> GesturePoint {
        GesturePoint(phase: phase, position: Point(x: 0, y: 0), time: 0)
      }
      let request = PerformRequest(
        target: .id(ElementID(rawValue: 1)),
        command: .directTouch(
          [point(.down)] + Array(repeating: point(.move), count: count - 2) + [point(.up)]))
      if fits {
        #expect(try PerformRequest(decoding: request.encoded()) == request)
      } else {
        expect(.invalidArgument, "Gesture.points") {
          try PerformRequest(decoding: request.encoded())
        }
      }
    }
  }

  @Test
  func `A13 A14 Invalid gestures are refused with the place and the remedy`() {
    let at = Point(x: 1, y: 1)
    let down = GesturePoint(phase: .down, position: at, time: 0)
    let late = GesturePoint(phase: .move, position: at, time: 9000)
    let up = GesturePoint(phase: .up, position: at, time: 9000)
    let early = GesturePoint(phase: .up, position: at, time: 2000)
    let nowhere = GesturePoint(phase: .move, position: Point(x: .nan, y: 0), time: 0)
    let other = GesturePoint(phase: .down, position: at, time: 0, touch: 10)
    let bad: [([GesturePoint], String)] = [
      ([], "Gesture.points has no points; start with a down"),
      ([up], "at point 0: up of touch 0, which is not down; start with down"),
      ([down, late], "ends while touch 0 is down; end with up or cancel"),
      ([down, down], "at point 1: touch 0 is already down; lift it first"),
      ([down, up, late], "at point 2: move of touch 0, which is not down"),
      ([down, late, early], "at point 2: the time of 2 µs is before the previous point's 9 µs"),
      ([down, nowhere, up], "GesturePoint.position is not within 1000000 pixels"),
      ([other], "at point 0: touch 10 is out of range; touches are 0 to 9"),
    ]
    for (points, message) in bad {
      for command in [ActionCommand.passThroughGesture(points), .directTouch(points)] {
        expect(.invalidArgument, message) {
          try PerformRequest(
            decoding: PerformRequest(target: .id(ElementID(rawValue: 1)), command: command)
              .encoded())
        }
      }
    }
  }

  @Test
  func `A13 A14 Fingers touch and lift in turn, any number of times`() throws {
    func point(_ phase: GesturePoint.Phase, _ touch: Int, _ time: UInt64) -> GesturePoint {
      GesturePoint(phase: phase, position: Point(x: 1, y: 2), time: time * 1000, touch: touch)
    }
    let tapTwice = [point(.down, 0, 0), point(.up, 0, 5), point(.down, 0, 9), point(.up, 0, 9)]
    let pinch = [
      point(.down, 0, 0), point(.down, 9, 0), point(.move, 9, 4), point(.move, 0, 4),
      point(.up, 0, 5), point(.cancel, 9, 6),
    ]
    for points in [tapTwice, pinch] {
      let request = PerformRequest(
        target: .id(ElementID(rawValue: 1)), command: .directTouch(points))
      #expect(try PerformRequest(decoding: request.encoded()) == request)
    }
  }

  @Test
  func `Messages of a newer server are decoded as far as they are known`() throws {
    // Role 9999, states 60 and 99, an unknown field 1000.
    let element: [UInt8] =
      [0x08, 5, 0x28, 0x8F, 0x4E, 0x42, 2, 60, 99] + [0xC2, 0x3E, 2, 1, 2]
    let response = try HitTestResponse(decoding: [0x12, UInt8(element.count)] + element)
    #expect(response.element?.role == .unknown)
    #expect(response.element?.states == States(rawValue: 1 << 59))
  }

  @Test(arguments: 0..<10)
  func `Random bytes decode to a message or an error, and never trap`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) &+ 1000)
    for _ in 0..<20 {
      var bytes = random.bytes(Int.random(in: 0...60, using: &random))
      decodeAll(bytes)
      // Random changes to valid messages reach deeper code.
      let messages = random.requests() + random.responses()
      bytes = messages[Int.random(in: 0..<messages.count, using: &random)].encoded()
      for _ in 0..<3 where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      decodeAll(bytes)
      if !bytes.isEmpty {
        decodeAll(Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))))
      }
    }
  }

  private func decodeAll(_ bytes: [UInt8]) {
    for type in allMessages { _ = try? type.init(decoding: bytes) }
  }
}

/// All requests and responses.
let allMessages: [any WireMessage.Type] = [
  GetServerInfoRequest.self, ListApplicationsRequest.self, GetTreeRequest.self,
  FindRequest.self, GetElementRequest.self, HitTestRequest.self, SubscribeRequest.self,
  WaitForRequest.self, PerformRequest.self, VerifyRequest.self, DiagnoseRequest.self,
  EchoRequest.self, GenerateRequest.self, GetServerInfoResponse.self,
  ListApplicationsResponse.self, GetTreeResponse.self, FindResponse.self,
  GetElementResponse.self, HitTestResponse.self, SubscribeResponse.self, WaitForResponse.self,
  PerformResponse.self, VerifyResponse.self, DiagnoseResponse.self, EchoResponse.self,
  GenerateResponse.self,
]

/// Expects a status with this reason, whose message begins with or contains a name.
func expect<Value>(
  _ reason: ErrorReason, _ name: String, _ body: () throws -> Value,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let error = #expect(throws: Status.self, sourceLocation: sourceLocation) { _ = try body() }
  #expect(error?.reason == reason, sourceLocation: sourceLocation)
  #expect(
    error?.message.contains(name) == true, "\(error?.message ?? "")", sourceLocation: sourceLocation
  )
}
