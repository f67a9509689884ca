public import AccessibilityTree

/// An element that a caller may have meant.
public struct Candidate: Hashable, Sendable {
  public var id: ElementID
  /// One line for people: the role, the label, and where the element is.
  public var description: String

  public init(id: ElementID, description: String) {
    self.id = id
    self.description = description
  }
}

/// The details of a failure, for programs.
public struct ErrorDetail: Hashable, Sendable {
  /// The maximum number of candidates that are sent; `candidateCount` says how many there are.
  public static let maxCandidates = 10

  public var reason: ErrorReason
  /// The element that the failure is about.
  public var element: ElementID?
  /// The selector that the failure is about.
  public var selector: String?
  /// The position in the selector, in Unicode scalar values from 0. Only with `selectorSyntax`.
  public var offset: Int?
  public var candidates: [Candidate]
  /// The number of all candidates.
  public var candidateCount: Int
  /// What to do: a full sentence; empty where a peer sent none.
  public var remedy: String
  /// The limit that was exceeded; 0 for none.
  public var limit: UInt64
  /// The name of that limit where it is one that can be set, such as "connections"; empty otherwise.
  public var limitName: String

  public init(
    _ reason: ErrorReason, element: ElementID? = nil, selector: String? = nil,
    offset: Int? = nil, candidates: [Candidate] = [], candidateCount: Int? = nil,
    remedy: String = "", limit: UInt64 = 0, limitName: String = ""
  ) {
    self.reason = reason
    self.element = element
    self.selector = selector
    self.offset = offset
    self.candidates = Array(candidates.prefix(Self.maxCandidates))
    self.candidateCount = candidateCount ?? candidates.count
    self.remedy = remedy
    self.limit = limit
    self.limitName = limitName
  }
}

/// How a call or a connection ended.
public struct Status: Error, Hashable, Sendable {
  public var code: StatusCode
  /// What went wrong, where, and what to do; for people. Empty when OK.
  public var message: String
  /// What went wrong, for programs.
  public var detail: ErrorDetail? {
    get {
      if case .detail(let detail)? = boxed { detail } else { nil }
    }
    set { boxed = newValue.map(Boxed.detail) }
  }

  /// Stored out of line, so that a status is small to pass around: most are OK.
  private indirect enum Boxed: Hashable, Sendable {
    case detail(ErrorDetail)
  }

  private var boxed: Boxed?

  public static let ok = Status(.ok, "")

  /// Creates a status without detail. Where a reason and a code have the same name, the reason is meant.
  @_disfavoredOverload
  public init(_ code: StatusCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Creates a status that has no reason but a remedy. Where a reason and a code have the same name, the reason is meant.
  @_disfavoredOverload
  package init(_ code: StatusCode, _ message: String, remedy: Remedy) {
    self.init(code, message)
    detail = ErrorDetail(.unspecified, remedy: remedy.rawValue)
  }

  /// Creates a status with its detail. The code is the reason's, and so is the remedy where none is given.
  ///
  /// Only the first 10 of `candidates` are kept; `detail.candidateCount` counts all of them.
  public init(
    _ reason: ErrorReason, _ message: String, element: ElementID? = nil,
    selector: String? = nil, offset: Int? = nil, candidates: [Candidate] = [],
    candidateCount: Int? = nil, remedy: Remedy? = nil, limit: UInt64 = 0
  ) {
    self.init(
      reason, message, element: element, selector: selector, offset: offset,
      candidates: candidates, candidateCount: candidateCount,
      advice: (remedy ?? reason.remedy).rawValue, limit: limit)
  }

  /// Creates a status with its detail, and with a remedy made for the situation: a full sentence.
  public init(
    _ reason: ErrorReason, _ message: String, element: ElementID? = nil,
    selector: String? = nil, offset: Int? = nil, candidates: [Candidate] = [],
    candidateCount: Int? = nil, advice: String, limit: UInt64 = 0
  ) {
    self.init(reason.code, message)
    detail = ErrorDetail(
      reason, element: element, selector: selector, offset: offset, candidates: candidates,
      candidateCount: candidateCount, remedy: advice, limit: limit)
  }

  public var isOK: Bool { code == .ok }

  /// Whether a limit of the server is reached that keeps connections out.
  package var refusesConnections: Bool {
    switch detail?.limitName {
    case "connections", "connections-per-address", "handshakes", "handshake-time",
      "failed-tries-per-address":
      code == .resourceExhausted
    default: false
    }
  }

  /// The reason in the detail; `unspecified` without one.
  public var reason: ErrorReason { detail?.reason ?? .unspecified }
}

extension Status: CustomStringConvertible {
  public var description: String {
    guard let detail, detail.reason != .unspecified else { return "\(code.name): \(message)" }
    return "\(code.name) (\(detail.reason.name)): \(message)"
  }
}
