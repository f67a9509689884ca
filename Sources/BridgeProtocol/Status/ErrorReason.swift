/// Why a call or connection failed, in more detail than its code. Each reason belongs to one code.
///
/// Raw values are those of `ErrorReason` in `proto/a11y/bridge/v1/status.proto`.
public enum ErrorReason: Int32, Hashable, Sendable, CaseIterable {
  /// Nothing more is known than what the code says.
  case unspecified = 0
  case staleElement = 1
  case unknownElement = 2
  case noMatch = 3
  case ambiguous = 4
  case selectorSyntax = 5
  case invalidArgument = 6
  case unsupported = 7
  case disabled = 8
  case outOfRange = 9
  case timedOut = 10
  case notResponding = 11
  case rejected = 12
  case notOnScreen = 13
  case conditionNotMet = 14
  case malformed = 15
  case frameTooLarge = 16
  case limit = 17
  case helloRequired = 18
  case version = 19
  case shuttingDown = 20
  case unknownMethod = 21
  case unauthenticated = 22
  case permissionDenied = 23
  case changed = 24
  case epochChanged = 25
  case extraMessage = 26
  case notRecorded = 30
  case targetChanged = 31
  case applicationEnded = 32

  /// The code of a status with this reason.
  public var code: StatusCode {
    switch self {
    case .unspecified: .unknown
    case .staleElement, .unknownElement, .noMatch: .notFound
    case .ambiguous, .disabled, .notOnScreen, .helloRequired, .version, .epochChanged,
      .targetChanged:
      .failedPrecondition
    case .selectorSyntax, .invalidArgument, .malformed: .invalidArgument
    case .unsupported, .unknownMethod, .extraMessage: .unimplemented
    case .outOfRange: .outOfRange
    case .timedOut, .conditionNotMet: .deadlineExceeded
    case .notResponding, .shuttingDown, .notRecorded, .applicationEnded: .unavailable
    case .rejected, .changed: .aborted
    case .frameTooLarge, .limit: .resourceExhausted
    case .unauthenticated: .unauthenticated
    case .permissionDenied: .permissionDenied
    }
  }

  /// The name of the proto's value without its prefix, such as "STALE_ELEMENT".
  public var name: String {
    switch self {
    case .unspecified: "UNSPECIFIED"
    case .staleElement: "STALE_ELEMENT"
    case .unknownElement: "UNKNOWN_ELEMENT"
    case .noMatch: "NO_MATCH"
    case .ambiguous: "AMBIGUOUS"
    case .selectorSyntax: "SELECTOR_SYNTAX"
    case .invalidArgument: "INVALID_ARGUMENT"
    case .unsupported: "UNSUPPORTED"
    case .disabled: "DISABLED"
    case .outOfRange: "OUT_OF_RANGE"
    case .timedOut: "TIMED_OUT"
    case .notResponding: "NOT_RESPONDING"
    case .rejected: "REJECTED"
    case .notOnScreen: "NOT_ON_SCREEN"
    case .conditionNotMet: "CONDITION_NOT_MET"
    case .malformed: "MALFORMED"
    case .frameTooLarge: "FRAME_TOO_LARGE"
    case .limit: "LIMIT"
    case .helloRequired: "HELLO_REQUIRED"
    case .version: "VERSION"
    case .shuttingDown: "SHUTTING_DOWN"
    case .unknownMethod: "UNKNOWN_METHOD"
    case .unauthenticated: "UNAUTHENTICATED"
    case .permissionDenied: "PERMISSION_DENIED"
    case .changed: "CHANGED"
    case .epochChanged: "EPOCH_CHANGED"
    case .extraMessage: "EXTRA_MESSAGE"
    case .notRecorded: "NOT_RECORDED"
    case .targetChanged: "TARGET_CHANGED"
    case .applicationEnded: "APPLICATION_ENDED"
    }
  }
}
