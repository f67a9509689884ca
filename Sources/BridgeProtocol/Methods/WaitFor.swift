public import AccessibilityTree
internal import CProtobuf

/// A condition that can be waited for.
public enum WaitCondition: Hashable, Sendable {
  /// At least one element matches.
  case appears
  /// No element matches.
  case disappears
  case enabled
  case disabled
  case focused
  /// A match's value is the text.
  case valueEquals(String)
  case valueContains(String)
  /// A match's value matches the regular expression.
  case valueMatches(String)
  /// Exactly this many elements match.
  case count(Int)
  /// There is a match, and neither it nor any of its descendants has changed for this many milliseconds;
  /// 0: 500.
  case stable(milliseconds: UInt32)
  /// A match is checked, pressed or on.
  case checked
  case unchecked
  /// A match is shown on screen.
  case visible
}

/// Asks to wait for a condition. The call's deadline limits the wait; without one, 30 seconds do.
public struct WaitForRequest: Hashable, Sendable {
  public var target: Target
  public var condition: WaitCondition
  /// Which fields of the elements are sent.
  public var view: ElementView

  public init(
    target: Target, condition: WaitCondition = .appears, view: ElementView = .full
  ) {
    self.target = target
    self.condition = condition
    self.view = view
  }
}

/// What was found when the condition held.
public struct WaitForResponse: Hashable, Sendable {
  /// The revision at which the condition held.
  public var revision: Revision
  /// The elements that matched then; at most 100.
  public var elements: [Element]
  /// The number of elements that matched.
  public var total: Int
  /// How long the wait took, in microseconds.
  public var waitedUs: UInt64
  /// The applications with the elements, or in which none were found, that do not answer; at most 10.
  public var silent: [SilentApplication]

  public init(
    revision: Revision, elements: [Element] = [], total: Int = 0, waitedUs: UInt64 = 0,
    silent: [SilentApplication] = []
  ) {
    self.revision = revision
    self.elements = elements
    self.total = total
    self.waitedUs = waitedUs
    self.silent = silent
  }
}

extension WaitForRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__WaitForRequest>) throws(Status) {
    self.init(
      target: try unsafe Target(message.pointee.target, "WaitForRequest.target"),
      condition: try unsafe WaitCondition(message),
      view: try ElementView(wire: unsafe message.pointee.view.rawValue, "WaitForRequest.view"))
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.message(WaitForRequestFields.target) { $0.target(target) }
      $0.number(WaitForRequestFields.condition, UInt64(condition.wire.rawValue))
      switch condition {
      case .valueEquals(let text), .valueContains(let text), .valueMatches(let text):
        $0.text(WaitForRequestFields.text, text)
      case .count(let count): $0.count(WaitForRequestFields.count, count)
      case .stable(let milliseconds): $0.number(WaitForRequestFields.stableMs, UInt64(milliseconds))
      default: break
      }
      if view != .full { $0.signed(WaitForRequestFields.view, view.rawValue) }
    }
  }
}

extension WaitForResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__WaitForResponse>) throws(Status) {
    self.init(
      revision: unsafe message.pointee.revision,
      elements: try unsafe BridgeProtocol.elements(
        message.pointee.elements, message.pointee.n_elements),
      total: Int(clamping: unsafe message.pointee.total),
      waitedUs: unsafe message.pointee.waited_us,
      silent: try unsafe array(
        message.pointee.silent, message.pointee.n_silent
      ) { (application) throws(Status) in try unsafe SilentApplication(application) })
  }

  public func encoded() -> [UInt8] {
    Self.encoded(
      revision: revision, elements: elements.map(EncodedElement.init), total: total,
      waitedUs: waitedUs, silent: silent)
  }

  /// Encodes the response from elements that are already encoded.
  package static func encoded(
    revision: Revision, elements: some Collection<EncodedElement>, total: Int, waitedUs: UInt64,
    silent: [SilentApplication] = []
  ) -> [UInt8] {
    ProtoWriter.bytes(capacity: 64 + ProtoWriter.capacity(for: elements)) {
      $0.number(WaitForResponseFields.revision, revision)
      $0.elements(WaitForResponseFields.elements, elements)
      $0.count(WaitForResponseFields.total, total)
      $0.number(WaitForResponseFields.waitedUs, waitedUs)
      $0.silent(silent, WaitForResponseFields.silent)
    }
  }
}

extension WaitCondition {
  fileprivate init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__WaitForRequest>
  ) throws(Status) {
    let text = try unsafe readText(message.pointee.text, "WaitForRequest.text")
    switch unsafe message.pointee.condition {
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_UNSPECIFIED,
      A11Y__BRIDGE__V1__CONDITION__CONDITION_APPEARS:
      self = .appears
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_DISAPPEARS: self = .disappears
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_ENABLED: self = .enabled
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_DISABLED: self = .disabled
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_FOCUSED: self = .focused
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_VALUE_EQUALS: self = .valueEquals(text)
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_VALUE_CONTAINS: self = .valueContains(text)
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_VALUE_MATCHES: self = .valueMatches(text)
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_COUNT:
      self = .count(Int(clamping: unsafe message.pointee.count))
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_STABLE:
      self = .stable(milliseconds: unsafe message.pointee.stable_ms)
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_CHECKED: self = .checked
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_UNCHECKED: self = .unchecked
    case A11Y__BRIDGE__V1__CONDITION__CONDITION_VISIBLE: self = .visible
    case let other:
      throw .invalid("WaitForRequest.condition", "has the unknown value \(other.rawValue)")
    }
  }
}

extension WaitCondition {
  fileprivate var wire: A11y__Bridge__V1__Condition {
    switch self {
    case .appears: A11Y__BRIDGE__V1__CONDITION__CONDITION_APPEARS
    case .disappears: A11Y__BRIDGE__V1__CONDITION__CONDITION_DISAPPEARS
    case .enabled: A11Y__BRIDGE__V1__CONDITION__CONDITION_ENABLED
    case .disabled: A11Y__BRIDGE__V1__CONDITION__CONDITION_DISABLED
    case .focused: A11Y__BRIDGE__V1__CONDITION__CONDITION_FOCUSED
    case .valueEquals: A11Y__BRIDGE__V1__CONDITION__CONDITION_VALUE_EQUALS
    case .valueContains: A11Y__BRIDGE__V1__CONDITION__CONDITION_VALUE_CONTAINS
    case .valueMatches: A11Y__BRIDGE__V1__CONDITION__CONDITION_VALUE_MATCHES
    case .count: A11Y__BRIDGE__V1__CONDITION__CONDITION_COUNT
    case .stable: A11Y__BRIDGE__V1__CONDITION__CONDITION_STABLE
    case .checked: A11Y__BRIDGE__V1__CONDITION__CONDITION_CHECKED
    case .unchecked: A11Y__BRIDGE__V1__CONDITION__CONDITION_UNCHECKED
    case .visible: A11Y__BRIDGE__V1__CONDITION__CONDITION_VISIBLE
    }
  }
}
