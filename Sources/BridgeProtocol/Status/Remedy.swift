/// What to do about a failure, where that is always the same: one full sentence each.
///
/// A status has the remedy of its reason unless a more specific one is given, so no status is without one.
public enum Remedy: String, CaseIterable, Sendable {
  // Elements and selectors.
  case findAgain = "Find the element again: ids are never reused."
  case findInThisRun = "Find the element again: ids are valid only during one run of the server."
  case lookAround = "Look at the tree, or try a less specific selector."
  case nameOne =
    "Give the id of one of them instead, or add :nth(n), which counts them in this order, or a test that only one of them passes."
  case awaitReading = "Wait for it with WaitFor, or ask again."
  case correctSelector =
    "Correct the selector; 'bridge-client find --help' shows how selectors are written."
  case unquoteValue =
    "The quotation marks are compared as a part of the value: leave them out, or put them around the whole condition."
  case scrollThere =
    "Scroll to it and ask again: of an element with very many children only those on screen are mirrored."
  case shortenSelector =
    "Shorten the selector, or search in parts, such as one selector after the other."
  case narrowSelector =
    "Start the selector with an application and a role; use few :has, :nth and ~= tests."
  case narrowCondition =
    "Make the selector match fewer elements, or simplify the regular expression."
  case correctPattern =
    "Correct the regular expression; 'bridge-client find --help' says which ones there are."
  case waitForPart = "Wait for a part of the text."
  case giveWindow = "Set scope_id to the window, or give the point in screen coordinates."
  case listApplications = "Get the root elements with ListApplications."

  // Requests.
  case correctRequest =
    "Correct the value; the comments of the .proto files, in /usr/share/a11y-bridge/proto with the Debian package, give the range of each field."
  case sendRequest = "Set request in CallStart, or send one message before the half-close."
  case sendOneMessage = "Send one message and a half-close."
  case shortenMetadata = "Send less metadata with the call."
  case smallerMessage = "Send a smaller message."
  case sendWholeMessages =
    "Send whole messages: a byte 0, the length in 4 bytes, and that many bytes, as gRPC's libraries do."
  case sendUncompressed = "Send messages without compression."
  case correctTimeout = "Send a timeout such as 500m or 5S, as gRPC's libraries do."
  case readAnswers = "Read the answers before sending more requests."
  case listServices = "List the services that are served, or check the server without a name."
  case knownMethods =
    "Call a method of a11y.bridge.v1.BridgeService or DiagnosticsService."
  case firstPage = "Start again with the first page."
  case passTokenOn =
    "Pass the next_page_token of the previous page, with the same selector, scope and view."
  case nameEpoch =
    "Set epoch to the epoch of the revision, or request a snapshot (snapshot_first)."
  case nameEpochOfRead =
    "Set epoch to the epoch of the answer with this revision, or leave out the revision to read everything."
  case startFromSnapshot = "Start again with a snapshot (snapshot_first)."
  case presentRevision =
    "Set since to the revision of the last answer or applied update, or leave it out."

  // Actions.
  case listedAction = "Choose an action that GetElement lists for the element."
  case allowSynthesis =
    "Repeat it with synthesised input allowed (allow_synthesis), which types or clicks as a person does."
  case actAsPerson =
    "Look at it; if it can be changed, repeat with synthesised input allowed (allow_synthesis), as a person does it."
  case awaitEnabled = "Wait until the element is enabled, for example with WaitFor."
  case valueInRange = "Give a value within the range that the message or the element states."
  case otherElement = "Choose an element of an application that ListApplications lists."
  case lookBeforeRepeating =
    "Look before you repeat it; a repeat with the id of the first request is done once."
  case lookFirst = "Look what the action did before you act again."
  case lookAgain = "Look again, and decide by what the element is now."
  case startAgain =
    "Start the application again, or see with ListApplications whether it was; its elements have new ids then."
  case scrollIntoView = "Scroll the element into view, or bring its window to the front."

  // Time.
  case allowTime =
    "Allow more time, or check with ListApplications whether the application responds."
  case awaitResponse = "Try again when ListApplications reports that the application responds."
  case awaitOther = "Allow more time, or check the current elements with Find."
  case waitOrLook = "Wait for it with WaitFor, or check the current elements with Find."
  case awaitAndLook =
    "Wait until ListApplications reports that the application responds, and look what the action did."
  case serverIsSlow = "Allow more time, or try again when the server is less busy."

  // Connections and frames.
  case speakProtocol =
    "Use bridge-client, a gRPC client, or one of the client libraries of the server's release."
  case sayHello = "Send Hello on call 0 first, within 5 s of connecting."
  case shortenHello = "Shorten the texts in the hello."
  case shortenFrame =
    "Send smaller frames: max_frame_length in the server's hello is the limit, its --limit frame-bytes."
  case takeLongerFrames = "Request less at once, or raise max_frame_length in the client's hello."
  case commonVersion = "Use a client and a server that support a common protocol version."
  case answerPings =
    "Answer pings, and connect again, or raise the server's --limit idle-time."
  case goOnHere =
    "Connect again when the server is available, and go on with this step: what was done before is not to be repeated."
  case connectAgain = "Connect again when the server is available, and repeat the call."
  case callElsewhere = "Repeat the call on a new connection."

  // Limits.
  case askForLess = "Request less at once, or try again when other calls have ended."
  case newRequestID = "Choose a new request_id at random for each action."
  case omitRequestID =
    "Try again later, or leave out request_id; a request without one must not be sent again."
  case awaitCall =
    "Wait for one of these calls to end before starting another, or raise this limit of the server."
  case joinSubscriptions =
    "End one of the subscriptions, combine several into one, or raise this limit of the server."
  case joinWatches =
    "Watch all selectors by one call, or raise the server's --limit match-watches-per-connection."
  case shortenSelectors =
    "Watch fewer or shorter selectors, or raise the server's --limit watched-selector-bytes."
  case closeConnections =
    "Close unused connections, or raise the server's --limit connections."
  case shareApplications =
    "Give clients the same 'applications' in the server's policy, or close connections of clients that have others."
  case closeAddressConnections =
    "Close unused connections of this machine, or raise the server's --limit connections-per-address."
  case finishHandshakes =
    "Say hello at once after connecting, connect again, or raise the server's --limit handshakes."
  case helloInTime =
    "Say hello at once after connecting, or raise the server's --limit handshake-time."
  case tryLater = "Wait a minute, then try again with the right credential."
  case closeOrRaiseMemory = "Close unused connections, or raise the server's --memory-limit."
  case raiseMemory =
    "Try again when others have left, or raise the server's --memory-limit."
  case readOrRaiseMemory =
    "Read the responses, end calls that are not needed, or raise the server's --memory-limit."
  case readAsItComes =
    "Read responses as they arrive, send whole requests, or raise the server's --memory-limit."

  // Credentials.
  case authenticate = "Provide credentials that the server accepts."
  case sendToken =
    "Send the metadata 'authorization: Bearer TOKEN' once with each call; 'a11y-bridge token --name NAME' makes tokens."
  case separateTokens = "Use another connection for further tokens."
  case pair =
    "Run 'a11y-bridge pair --name NAME' on the server's machine, and on this one the command that it prints."
  case localUser =
    "Connect as the user who runs the server, provide a token, or start the server with --allow-local."
  case otherUsersSocket =
    "Connect as the user who runs the server, or with --token-file to an address HOST:PORT of it; its user makes tokens by 'a11y-bridge token --name NAME'."
  case inviteAgain =
    "Make a new invitation with 'a11y-bridge pair --name NAME'; the server's log says why this one was refused."
  case openWindow =
    "Run 'a11y-bridge pair --confirm --name NAME' on the server's machine, then pair again."
  case askOwner = "Ask who is at the server's machine; both sides must show the same string."
  case renewToken = "Make a new token with 'a11y-bridge token --name NAME' on the server's machine."
  case renewCertificate = "Get a new certificate from the CA that the server trusts."
  case useTLS =
    "Pair with the server and name it with --server NAME, or give its key with --server-key ('a11y-bridge token' and the server's log show it) or the CA of its certificate with --tls-ca."
  case grantPermission =
    "Ask the owner of the server: a pairing or token is made with --allow act, synthesise or administer, and a policy says 'may'."
  case grantTarget =
    "Ask the owner of the server to add it to 'act-on' or 'act-on-selector' in the server's policy, and to send the server SIGHUP."
  case grantNotifications =
    "Ask the owner of the server to add them to 'notifications' in the server's policy, and to send the server SIGHUP."
  case namedInPolicy =
    "Ask the owner of the server for a policy that names the client: 'a11y-bridge policy check --who NAME' there shows what applies."
  case connectWithNewRights =
    "Connect again, or by gRPC call again, to continue with what is allowed now."
  case actLater = "Wait a second before the next action."
  case restoreAuditLog =
    "Mend what the message says, such as a full disk, or start the server with --audit-when-full continue; reading goes on."
  case otherCredentials = "Use credentials that allow the call."

  case report = "Try again; if it fails again, report it with this message."
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
    case .rejected: .lookAgain
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
    case .notRecorded: .restoreAuditLog
    case .targetChanged: .lookAgain
    case .applicationEnded: .lookFirst
    }
  }
}
