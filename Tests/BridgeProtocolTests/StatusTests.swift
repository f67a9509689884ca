import AccessibilityTree
import BridgeProtocol
import Testing

@Suite("Statuses")
struct StatusTests {
  @Test(
    "Every refusal has a reason of its own, and comes back",
    arguments: ActionRefusal.Reason.allCases)
  func refusals(reason: ActionRefusal.Reason) {
    let refusal = ActionRefusal(reason, "because")
    let status = Status(refusal: refusal, element: ElementID(rawValue: 9))
    #expect(status.detail?.element == ElementID(rawValue: 9))
    #expect(status.code == status.reason.code)
    #expect(ActionRefusal(status) == refusal)
  }

  @Test("A status that is no refusal is none")
  func notRefusals() {
    #expect(ActionRefusal(Status(.noMatch, "none")) == nil)
    #expect(ActionRefusal(Status(.internal, "oops")) == nil)
  }

  @Test("Every reason but the unspecified one has the code that the contract names")
  func codes() {
    for reason in ErrorReason.allCases where reason != .unspecified {
      #expect(reason.code != .unknown && reason.code != .ok, "\(reason)")
    }
    #expect(ErrorReason.staleElement.code == .notFound)
    #expect(ErrorReason.frameTooLarge.code == .resourceExhausted)
  }

  @Test("At most ten candidates are kept, and all are counted")
  func candidates() {
    let many = (1...25).map { Candidate(id: ElementID(rawValue: $0), description: "\($0)") }
    let detail = Status(.ambiguous, "25 match", candidates: many).detail
    #expect(detail?.candidates.count == 10 && detail?.candidateCount == 25)
  }

  @Test("Every method has a path of its own, and three of them stream")
  func methods() {
    #expect(Set(Method.allCases.map(\.rawValue)).count == 13)
    #expect(Method.allCases.filter(\.isServerStreaming) == [.getTree, .subscribe, .generate])
    #expect(Method(rawValue: "/a11y.bridge.v1.Bridge/Perform") == .perform)
  }
}
