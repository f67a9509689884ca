import AccessibilityTree
import BridgeProtocol
import Testing

@Suite
struct `Statuses` {
  @Test(arguments: ActionRefusal.Reason.allCases)
  func `Every refusal has its own reason, and survives encoding`(reason: ActionRefusal.Reason) {
    let refusal = ActionRefusal(reason, "because")
    let status = Status(refusal: refusal, element: ElementID(rawValue: 9))
    #expect(status.detail?.element == ElementID(rawValue: 9))
    #expect(status.code == status.reason.code)
    #expect(ActionRefusal(status) == refusal)
  }

  @Test
  func `A status that is not a refusal is not read as one`() {
    #expect(ActionRefusal(Status(.noMatch, "none")) == nil)
    #expect(ActionRefusal(Status(.internal, "oops")) == nil)
  }

  @Test
  func `Every reason except the unspecified one has the code that the contract names`() {
    for reason in ErrorReason.allCases where reason != .unspecified {
      #expect(reason.code != .unknown && reason.code != .ok, "\(reason)")
    }
    #expect(ErrorReason.staleElement.code == .notFound)
    #expect(ErrorReason.frameTooLarge.code == .resourceExhausted)
  }

  @Test(arguments: Remedy.allCases)
  func `Every remedy is a sentence that fits in every frame`(remedy: Remedy) {
    let text = remedy.rawValue
    #expect(text.first?.isUppercase == true || text.first == "`", "\(text)")
    #expect(text.hasSuffix(".") && !text.hasSuffix(".."), "\(text)")
    #expect((20...192).contains(text.utf8.count), "\(text)")
  }

  @Test
  func `A status without its own remedy has the remedy of its reason`() {
    for reason in ErrorReason.allCases {
      #expect(Status(reason, "what").detail?.remedy == reason.remedy.rawValue)
    }
    #expect(Status(.limit, "what", remedy: .awaitCall).detail?.remedy == Remedy.awaitCall.rawValue)
    let refusal = Status(refusal: ActionRefusal(.disabled, "no"), element: ElementID(rawValue: 1))
    #expect(refusal.detail?.remedy == Remedy.awaitEnabled.rawValue)
    let typable = ActionRefusal(.unsupported, "No set-text. Synthesised input (allow_synthesis)")
    let remedy = Status(refusal: typable, element: ElementID(rawValue: 1)).detail?.remedy
    #expect(remedy == Remedy.allowSynthesis.rawValue)
  }

  @Test
  func `At most ten candidates are sent, and all are counted`() {
    let many = (1...25).map { Candidate(id: ElementID(rawValue: $0), description: "\($0)") }
    let detail = Status(.ambiguous, "25 match", candidates: many).detail
    #expect(detail?.candidates.count == 10 && detail?.candidateCount == 25)
  }

  @Test(arguments: [1024, 2048, 4_194_304])
  func `Code and reason fit in any frame, and quoted text is bounded`(frame: Int) {
    let long = String(repeating: "größer\u{0}", count: 500_000)
    let candidates = (1...10).map {
      Candidate(id: ElementID(rawValue: .max - $0), description: long)
    }
    let status = Status(
      .ambiguous, long, element: ElementID(rawValue: .max), selector: long,
      candidates: candidates, candidateCount: .max, advice: long, limit: .max)
    let conversation = Conversation.open(clientFrames: frame)
    let call = conversation.client.start(method: "/m", request: [])
    _ = conversation.toServer()
    conversation.server.finish(call, status: status)
    let bytes = conversation.server.takeOutput().flatMap { $0 }
    #expect(bytes.count <= min(frame + 5, 4400))
    deliver(bytes, to: conversation.client)
    guard case .ended(call, let told, _)? = conversation.client.nextEvent() else {
      Issue.record("not told")
      return
    }
    #expect(told.code == .failedPrecondition && told.reason == .ambiguous)
    #expect(told.detail?.element == status.detail?.element)
    #expect(told.message.hasPrefix("größer") && told.message.hasSuffix("…"))
    #expect(told.detail?.selector?.hasPrefix("größer") == true)
    // A short status is unchanged.
    let short = Status(.noMatch, "nothing", selector: "button", advice: "look")
    let next = conversation.client.start(method: "/m", request: [])
    _ = conversation.toServer()
    conversation.server.finish(next, status: short)
    guard case .ended(next, short, _)? = conversation.toClient().first else {
      Issue.record("not as it was")
      return
    }
  }

  @Test
  func `Every method has its own path, and four of them stream`() {
    #expect(Set(Method.allCases.map(\.rawValue)).count == 17)
    #expect(
      Method.allCases.filter(\.isServerStreaming) == [
        .getTree, .subscribe, .watchMatches, .generate,
      ])
    #expect(Method(rawValue: "/a11y.bridge.v1.BridgeService/Perform") == .perform)
  }

  @Test(arguments: [
    (
      "Run \"press '#123456789012' --synthesize\", which presses the key Space in it.",
      "Call Perform with target.element_id 123456789012, command.kind ACTION_KIND_PRESS and allow_synthesis, which "
        + "presses the key Space in it."
    ),
    (
      "Run \"act '#123456789012' 'cell A1'\" with the address of the cell.",
      "Call Perform with target.element_id 123456789012, command.kind ACTION_KIND_CUSTOM, command.name 'cell A1' with the "
        + "address of the cell."
    ),
    (
      "Run \"keys '#123456789012' Up --synthesize\", or set its text.",
      "Call Perform with target.element_id 123456789012, command.kind ACTION_KIND_KEYS, command.keys Up and "
        + "allow_synthesis, or set its text."
    ),
    ("Run \"nosuch '#123456789012'\".", "Run \"nosuch '#123456789012'\"."),
    ("Did you mean link \"A\" #1?", "Did you mean link \"A\" #1?"),
    (
      Remedy.correctSelector.rawValue,
      "Correct the selector; docs/selectors.md shows how selectors are written."
    ),
  ])
  func `Advice for gRPC clients names calls and fields instead of commands`(
    advice: String, said: String
  ) {
    let status = Status(.rejected, "no", advice: advice).inWordsOfGRPC()
    #expect(status.detail?.remedy == said && status.message == "no. \(said)")
  }

  @Test(arguments: Remedy.allCases)
  func `No remedy for gRPC clients has a command of bridge-client`(remedy: Remedy) {
    let said = Status(.rejected, "no", remedy: remedy).inWordsOfGRPC().detail?.remedy ?? ""
    #expect(!said.contains("bridge-client "), "\(said)")
  }
}
