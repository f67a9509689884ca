/// What to do about a failure, where that is always the same: one full sentence each.
///
/// A status has the remedy of its reason unless a more specific one is given, so no status is without one.
public enum Remedy: String, CaseIterable, Sendable {
  // Elements and selectors.
  case findAgain = "Find the element again: ids are never used twice."
  case findInThisRun = "Find the element again: ids do not outlive a run of the server."
  case lookAround = "See what is there with a shorter selector or the tree."
  case nameOne = "Add a test that only one of them passes, use :nth(n), or give an id."
  case correctSelector = "Correct the selector; docs/selectors.md has the grammar."
  case shortenSelector =
    "Shorten the selector, or search in parts; docs/selectors.md has the limits."
  case narrowSelector =
    "Begin the selector with an application and a role; use few :has, :nth and ~= tests."
  case narrowCondition =
    "Have the selector match fewer elements, or simplify the regular expression."
  case correctPattern =
    "Correct the regular expression; docs/selectors.md says what one may hold."
  case waitForPart = "Wait for a part of the text."
  case giveWindow = "Set scope_id to the window, or measure the point from the screen."
  case listApplications = "Find the roots with ListApplications."

  // Requests.
  case correctRequest =
    "Correct what the message names; the comments in proto/a11y/bridge/v1 give each field's range."
  case sendRequest = "Set request in CallStart, or send one message before the half-close."
  case sendOneMessage = "Send one message and a half-close."
  case smallerMessage = "Send less in one message."
  case knownMethods =
    "The methods are those of a11y.bridge.v1.BridgeService and DiagnosticsService."
  case firstPage = "Begin again with the first page."
  case passTokenOn =
    "Pass on the next_page_token of the page before, with the same selector, scope and view."
  case nameEpoch =
    "Set epoch to the one in which the revision was read, or ask for a snapshot (snapshot_first)."
  case startFromSnapshot = "Begin anew with a snapshot (snapshot_first)."
  case presentRevision =
    "Set since to the revision of the last update that was applied, or leave it out."

  // Actions.
  case listedAction = "Choose an action that GetElement lists for the element."
  case awaitEnabled = "Wait until the element is enabled, with WaitFor for instance."
  case valueInRange = "Give what lies in the range that the message or the element names."
  case otherElement = "Act on an element of an application that ListApplications names."
  case getAgain = "Get the element again to see what it offers now."
  case scrollIntoView = "Scroll the element into view, or bring its window to the front."

  // Time.
  case allowTime = "Allow more time, or see in ListApplications whether the application responds."
  case awaitResponse = "Try again when ListApplications says that the application responds."
  case awaitOther = "Allow more time, or see with Find what is there."
  case serverIsSlow = "Allow more time, or try again when the server has less to do."

  // Connections and frames.
  case speakProtocol =
    "Send frames as docs/wire-protocol.md describes them, or use one of the client libraries."
  case sayHello = "Send Hello on call 0 before anything else, within 5 s of connecting."
  case shortenHello = "Shorten the texts of the hello."
  case shortenFrame =
    "Send less in one frame: max_frame_length in the server's hello is the longest that it takes."
  case takeLongerFrames = "Ask for less at once, or raise max_frame_length in the client's hello."
  case commonVersion = "Use releases of client and server that have a protocol version in common."
  case answerPings = "Answer each ping, and connect again."
  case connectAgain = "Connect again when the server is back, and repeat the call."
  case callElsewhere = "Repeat the call on a new connection."

  // Limits.
  case askForLess = "Ask for less at once, or try again when other calls have ended."
  case awaitCall = "Wait for one of these calls to end before the next is begun."
  case joinSubscriptions = "End one of the subscriptions, or have one cover more."
  case closeConnections = "Close connections that are not needed."
  case closeOrRaiseMemory = "Close connections that are not needed, or raise --memory-limit."
  case readOrRaiseMemory =
    "Read what was asked for, end calls that are not needed, or raise --memory-limit."
  case readAsItComes =
    "Read answers as they come, send requests whole, or raise --memory-limit."

  // Credentials.
  case authenticate = "Give credentials that the server knows."
  case otherCredentials = "Use credentials that permit the call."

  case report = "Try again, and report it with the message where it fails again."
}

extension ErrorReason {
  /// What to do about the failure, where nothing more specific is known.
  public var remedy: Remedy {
    switch self {
    case .unspecified: .report
    case .staleElement: .findAgain
    case .unknownElement: .findInThisRun
    case .noMatch: .lookAround
    case .ambiguous: .nameOne
    case .selectorSyntax: .correctSelector
    case .invalidArgument: .correctRequest
    case .unsupported: .listedAction
    case .disabled: .awaitEnabled
    case .outOfRange: .valueInRange
    case .timedOut: .allowTime
    case .notResponding: .awaitResponse
    case .rejected: .getAgain
    case .notOnScreen: .scrollIntoView
    case .conditionNotMet: .awaitOther
    case .malformed: .speakProtocol
    case .frameTooLarge: .takeLongerFrames
    case .limit: .askForLess
    case .helloRequired: .sayHello
    case .version: .commonVersion
    case .shuttingDown: .connectAgain
    case .unknownMethod: .knownMethods
    case .unauthenticated: .authenticate
    case .permissionDenied: .otherCredentials
    case .changed: .firstPage
    case .epochChanged: .startFromSnapshot
    case .extraMessage: .sendOneMessage
    }
  }
}
