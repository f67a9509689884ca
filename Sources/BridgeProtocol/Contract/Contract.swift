// Generated from proto/ by scripts/generate-protobuf.sh: change the contract and run `make proto`.
// swift-format-ignore-file

/// The methods of the contract, with their paths as in gRPC.
public enum Method: String, CaseIterable, Hashable, Sendable {
  /// Returns what the server is, where its trees come from, and its limits.
  case getServerInfo = "/a11y.bridge.v1.BridgeService/GetServerInfo"
  /// Returns the applications, with their health and windows.
  case listApplications = "/a11y.bridge.v1.BridgeService/ListApplications"
  /// Streams a tree or a part of one, at one revision, in as many messages as needed.
  case getTree = "/a11y.bridge.v1.BridgeService/GetTree"
  /// Returns a tree as text for people and language models, within a budget of tokens: what is on screen first,
  /// and what is left out counted. docs/agents.md describes the text.
  case getOutline = "/a11y.bridge.v1.BridgeService/GetOutline"
  /// Returns the elements that match a selector, in reading order, in pages.
  case find = "/a11y.bridge.v1.BridgeService/Find"
  /// Returns one element with all its fields, its ancestors and its application.
  case getElement = "/a11y.bridge.v1.BridgeService/GetElement"
  /// Returns the deepest element at a point.
  case hitTest = "/a11y.bridge.v1.BridgeService/HitTest"
  /// Streams changes and notifications until the call is cancelled.
  case subscribe = "/a11y.bridge.v1.BridgeService/Subscribe"
  /// Streams which elements enter and leave the sets that selectors match, until the call is cancelled.
  case watchMatches = "/a11y.bridge.v1.BridgeService/WatchMatches"
  /// Returns what was announced lately, for clients that were not subscribed then.
  case listAnnouncements = "/a11y.bridge.v1.BridgeService/ListAnnouncements"
  /// Waits until a condition holds.
  case waitFor = "/a11y.bridge.v1.BridgeService/WaitFor"
  /// Performs an action on an element, waits for its effect, and returns a receipt.
  case perform = "/a11y.bridge.v1.BridgeService/Perform"
  /// Runs steps one after another, up to the first that fails, and returns what each did and what changed.
  case runSteps = "/a11y.bridge.v1.BridgeService/RunSteps"
  /// Compares the mirror with the live applications.
  case verify = "/a11y.bridge.v1.BridgeService/Verify"
  /// Checks what the server needs on its machine, and returns what is missing.
  case diagnose = "/a11y.bridge.v1.BridgeService/Diagnose"
  /// Returns the payload of the request.
  case echo = "/a11y.bridge.v1.DiagnosticsService/Echo"
  /// Streams messages as fast as credit allows.
  case generate = "/a11y.bridge.v1.DiagnosticsService/Generate"

  /// Whether the response is a stream. Its messages need credit; the status at its end does not.
  public var isServerStreaming: Bool {
    switch self {
    case .getTree, .subscribe, .watchMatches, .generate: true
    default: false
    }
  }
}

// MARK: Field numbers

enum AccessFields {
  static let name: UInt64 = 1
  static let scope: UInt64 = 2
  static let expiresAt: UInt64 = 3
  static let pairingProof: UInt64 = 4
}

enum ActionFields {
  static let kind: UInt64 = 1
  static let name: UInt64 = 2
  static let nativeName: UInt64 = 3
}

enum ActionCommandFields {
  static let kind: UInt64 = 1
  static let name: UInt64 = 2
  static let number: UInt64 = 3
  static let text: UInt64 = 4
  static let insertion: UInt64 = 5
  static let range: UInt64 = 6
  static let direction: UInt64 = 7
  static let point: UInt64 = 8
  static let dragPoint: UInt64 = 9
  static let drop: UInt64 = 10
  static let gesture: UInt64 = 11
  static let intent: UInt64 = 12
  static let keys: UInt64 = 13
}

enum AnnouncementFields {
  static let text: UInt64 = 1
  static let priority: UInt64 = 2
  static let elementID: UInt64 = 3
}

enum ApplicationFields {
  static let rootID: UInt64 = 1
  static let name: UInt64 = 2
  static let processID: UInt64 = 3
  static let toolkit: UInt64 = 4
  static let toolkitVersion: UInt64 = 5
  static let source: UInt64 = 6
  static let health: UInt64 = 7
  static let load: UInt64 = 8
  static let loadDetail: UInt64 = 9
  static let lastHeardAgeMs: UInt64 = 10
  static let elementCount: UInt64 = 11
  static let windows: UInt64 = 12
  static let callCount: UInt64 = 13
}

enum AuditLogFields {
  static let path: UInt64 = 1
  static let records: UInt64 = 2
  static let problem: UInt64 = 3
  static let stopsActions: UInt64 = 4
}

enum CallEndFields {
  static let status: UInt64 = 1
  static let response: UInt64 = 2
}

enum CallStartFields {
  static let method: UInt64 = 1
  static let timeoutMs: UInt64 = 2
  static let credit: UInt64 = 3
  static let request: UInt64 = 4
}

enum CandidateFields {
  static let id: UInt64 = 1
  static let description: UInt64 = 2
}

enum ContentPathFields {
  static let rectangle: UInt64 = 1
  static let roundedRectangle: UInt64 = 2
  static let ellipse: UInt64 = 3
  static let polygon: UInt64 = 4
}

enum CredentialFields {
  static let token: UInt64 = 1
  static let pairing: UInt64 = 2
  static let introduction: UInt64 = 3
}

enum CreditFields {
  static let messages: UInt64 = 1
}

enum DiagnoseResponseFields {
  static let findings: UInt64 = 1
}

enum DifferenceFields {
  static let elementID: UInt64 = 1
  static let object: UInt64 = 2
  static let field: UInt64 = 3
  static let mirrored: UInt64 = 4
  static let live: UInt64 = 5
}

enum DirectTouchFields {
  static let options: UInt64 = 1
}

enum DropTargetFields {
  static let source: UInt64 = 1
  static let point: UInt64 = 2
}

enum EchoRequestFields {
  static let payload: UInt64 = 1
}

enum EchoResponseFields {
  static let payload: UInt64 = 1
}

enum ElementFields {
  static let id: UInt64 = 1
  static let parentID: UInt64 = 2
  static let childIDs: UInt64 = 3
  static let applicationID: UInt64 = 4
  static let role: UInt64 = 5
  static let label: UInt64 = 6
  static let value: UInt64 = 7
  static let states: UInt64 = 8
  static let traits: UInt64 = 9
  static let actions: UInt64 = 10
  static let frame: UInt64 = 11
  static let range: UInt64 = 12
  static let nativeRole: UInt64 = 13
  static let hint: UInt64 = 14
  static let identifier: UInt64 = 15
  static let placeholder: UInt64 = 16
  static let activationPoint: UInt64 = 17
  static let contentPath: UInt64 = 18
  static let text: UInt64 = 19
  static let relations: UInt64 = 20
  static let level: UInt64 = 21
  static let positionInSet: UInt64 = 22
  static let setSize: UInt64 = 23
  static let sortPriority: UInt64 = 24
  static let liveRegion: UInt64 = 25
  static let inputLabels: UInt64 = 26
  static let attributes: UInt64 = 27
  static let totalChildren: UInt64 = 28
  static let dragPoints: UInt64 = 29
  static let dropPoints: UInt64 = 30
  static let directTouch: UInt64 = 31
  static let speech: UInt64 = 32
  static let intents: UInt64 = 33
  static let rotors: UInt64 = 34
  static let redacted: UInt64 = 39
  static let shortenedFields: UInt64 = 41
  static let contents: UInt64 = 42
}

enum ElementFrameFields {
  static let rect: UInt64 = 1
  static let space: UInt64 = 2
}

enum ErrorDetailFields {
  static let reason: UInt64 = 1
  static let elementID: UInt64 = 2
  static let selector: UInt64 = 3
  static let offset: UInt64 = 4
  static let candidates: UInt64 = 5
  static let candidateCount: UInt64 = 6
  static let remedy: UInt64 = 7
  static let limit: UInt64 = 8
  static let limitName: UInt64 = 40
}

enum FindRequestFields {
  static let selector: UInt64 = 1
  static let scopeID: UInt64 = 2
  static let pageSize: UInt64 = 3
  static let pageToken: UInt64 = 4
  static let view: UInt64 = 5
  static let since: UInt64 = 60
  static let epoch: UInt64 = 61
}

enum FindResponseFields {
  static let revision: UInt64 = 1
  static let elements: UInt64 = 2
  static let total: UInt64 = 3
  static let nextPageToken: UInt64 = 4
  static let elapsedUs: UInt64 = 5
  static let result: UInt64 = 60
  static let removedIDs: UInt64 = 61
  static let newIDs: UInt64 = 62
}

enum FindingFields {
  static let severity: UInt64 = 1
  static let subject: UInt64 = 2
  static let message: UInt64 = 3
  static let remedy: UInt64 = 4
}

enum FocusMovedFields {
  static let fromID: UInt64 = 1
  static let toID: UInt64 = 2
}

enum FrameFields {
  static let callID: UInt64 = 1
  static let hello: UInt64 = 2
  static let callStart: UInt64 = 3
  static let message: UInt64 = 4
  static let halfClose: UInt64 = 5
  static let callEnd: UInt64 = 6
  static let cancel: UInt64 = 7
  static let credit: UInt64 = 8
  static let ping: UInt64 = 9
  static let goAway: UInt64 = 10
  static let pairingReveal: UInt64 = 11
  static let access: UInt64 = 12
  static let pairingAgreement: UInt64 = 13
}

enum GenerateRequestFields {
  static let count: UInt64 = 1
  static let payloadLength: UInt64 = 2
}

enum GenerateResponseFields {
  static let sequence: UInt64 = 1
  static let payload: UInt64 = 2
}

enum GestureFields {
  static let points: UInt64 = 1
}

enum GesturePointFields {
  static let phase: UInt64 = 1
  static let position: UInt64 = 2
  static let timeUs: UInt64 = 3
  static let touch: UInt64 = 4
}

enum GetElementRequestFields {
  static let target: UInt64 = 1
  static let since: UInt64 = 60
  static let epoch: UInt64 = 61
}

enum GetElementResponseFields {
  static let revision: UInt64 = 1
  static let element: UInt64 = 2
  static let ancestors: UInt64 = 3
  static let application: UInt64 = 4
  static let result: UInt64 = 60
}

enum GetOutlineRequestFields {
  static let target: UInt64 = 1
  static let continues: UInt64 = 2
  static let view: UInt64 = 3
  static let budget: UInt64 = 4
  static let depth: UInt64 = 5
  static let frames: UInt64 = 6
  static let whole: UInt64 = 7
  static let since: UInt64 = 8
  static let epoch: UInt64 = 9
  static let texts: UInt64 = 10
}

enum GetOutlineResponseFields {
  static let revision: UInt64 = 1
  static let result: UInt64 = 2
  static let text: UInt64 = 3
  static let tokens: UInt64 = 4
  static let shown: UInt64 = 5
  static let leftOut: UInt64 = 6
}

enum GetServerInfoRequestFields {
  static let restartTurnTimes: UInt64 = 1
}

enum GetServerInfoResponseFields {
  static let version: UInt64 = 1
  static let epoch: UInt64 = 2
  static let revision: UInt64 = 3
  static let sources: UInt64 = 4
  static let limits: UInt64 = 5
  static let uptimeMs: UInt64 = 6
  static let elementCount: UInt64 = 7
  static let connectionCount: UInt64 = 8
  static let subscriptionCount: UInt64 = 9
  static let slowTurns: UInt64 = 11
  static let longestTurnUs: UInt64 = 12
  static let measuredTurnUs: UInt64 = 13
  static let measuredTurnCPUUs: UInt64 = 14
  static let memory: UInt64 = 15
  static let auditLog: UInt64 = 16
  static let reloadProblems: UInt64 = 17
}

enum GetTreeRequestFields {
  static let rootIDs: UInt64 = 1
  static let selector: UInt64 = 2
  static let depth: UInt64 = 3
  static let view: UInt64 = 4
  static let limit: UInt64 = 5
  static let since: UInt64 = 60
  static let epoch: UInt64 = 61
}

enum GetTreeResponseFields {
  static let revision: UInt64 = 1
  static let elements: UInt64 = 2
  static let last: UInt64 = 3
  static let omitted: UInt64 = 4
  static let total: UInt64 = 5
  static let result: UInt64 = 60
  static let removedIDs: UInt64 = 61
}

enum GoAwayFields {
  static let lastCallID: UInt64 = 1
  static let status: UInt64 = 2
}

enum HelloFields {
  static let version: UInt64 = 1
  static let oldestVersion: UInt64 = 2
  static let software: UInt64 = 3
  static let maxFrameLength: UInt64 = 4
  static let epoch: UInt64 = 5
  static let maxConcurrentCalls: UInt64 = 6
  static let features: UInt64 = 7
  static let credential: UInt64 = 8
  static let access: UInt64 = 9
  static let pairingNonce: UInt64 = 10
}

enum HitTestRequestFields {
  static let point: UInt64 = 1
  static let space: UInt64 = 2
  static let scopeID: UInt64 = 3
}

enum HitTestResponseFields {
  static let revision: UInt64 = 1
  static let element: UInt64 = 2
}

enum IntentFields {
  static let type: UInt64 = 1
  static let parameters: UInt64 = 2
}

enum IntentOfferFields {
  static let title: UInt64 = 1
  static let type: UInt64 = 2
  static let parameters: UInt64 = 3
}

enum IntentParameterFields {
  static let name: UInt64 = 1
  static let text: UInt64 = 2
  static let integer: UInt64 = 3
  static let number: UInt64 = 4
  static let boolean: UInt64 = 5
}

enum LabelChangeFields {
  static let elementID: UInt64 = 1
  static let before: UInt64 = 2
  static let after: UInt64 = 3
}

enum LayoutChangedFields {
  static let containerID: UInt64 = 1
  static let focusID: UInt64 = 2
}

enum LimitsFields {
  static let maxFrameLength: UInt64 = 1
  static let maxConcurrentCalls: UInt64 = 2
  static let maxConnections: UInt64 = 3
  static let maxSelectorLength: UInt64 = 4
  static let maxPageSize: UInt64 = 5
  static let maxLoggedRevisions: UInt64 = 6
  static let named: UInt64 = 40
}

enum ListAnnouncementsRequestFields {
  static let since: UInt64 = 1
  static let epoch: UInt64 = 2
  static let maxAgeMs: UInt64 = 3
  static let limit: UInt64 = 4
}

enum ListAnnouncementsResponseFields {
  static let revision: UInt64 = 1
  static let epoch: UInt64 = 2
  static let announcements: UInt64 = 3
  static let omitted: UInt64 = 4
  static let incomplete: UInt64 = 5
}

enum ListApplicationsResponseFields {
  static let revision: UInt64 = 1
  static let applications: UInt64 = 2
}

enum MatchChangeFields {
  static let selector: UInt64 = 1
  static let enteredIDs: UInt64 = 2
  static let leftIDs: UInt64 = 3
  static let changedIDs: UInt64 = 4
  static let restarted: UInt64 = 5
}

enum MemoryUsageFields {
  static let limitBytes: UInt64 = 1
  static let usedBytes: UInt64 = 2
  static let peakBytes: UInt64 = 3
  static let uses: UInt64 = 4
  static let largestConnection: UInt64 = 5
  static let largestConnectionBytes: UInt64 = 6
  static let endedConnections: UInt64 = 7
  static let refusedCalls: UInt64 = 8
  static let lostBacklogs: UInt64 = 9
  static let droppedNotifications: UInt64 = 10
}

enum MemoryUseFields {
  static let purpose: UInt64 = 1
  static let bytes: UInt64 = 2
}

enum NamedLimitFields {
  static let name: UInt64 = 1
  static let value: UInt64 = 2
  static let unit: UInt64 = 3
  static let text: UInt64 = 4
  static let summary: UInt64 = 5
}

enum NamedPointFields {
  static let name: UInt64 = 1
  static let position: UInt64 = 2
}

enum NotificationFields {
  static let revision: UInt64 = 1
  static let announcement: UInt64 = 2
  static let layoutChanged: UInt64 = 3
  static let screenChanged: UInt64 = 4
  static let valueChanged: UInt64 = 5
  static let scrolled: UInt64 = 6
  static let focusMoved: UInt64 = 7
  static let applicationChanged: UInt64 = 8
  static let speech: UInt64 = 9
}

enum NumericRangeFields {
  static let current: UInt64 = 1
  static let minimum: UInt64 = 2
  static let maximum: UInt64 = 3
  static let step: UInt64 = 4
}

enum PairingIntroductionFields {
  static let commitment: UInt64 = 1
}

enum PairingRequestFields {
  static let invitation: UInt64 = 1
  static let proof: UInt64 = 2
}

enum PairingRevealFields {
  static let nonce: UInt64 = 1
}

enum PastAnnouncementFields {
  static let revision: UInt64 = 1
  static let ageMs: UInt64 = 2
  static let announcement: UInt64 = 3
  static let role: UInt64 = 4
  static let label: UInt64 = 5
  static let applicationName: UInt64 = 6
  static let applicationID: UInt64 = 7
}

enum PerformRequestFields {
  static let target: UInt64 = 1
  static let command: UInt64 = 2
  static let allowSynthesis: UInt64 = 3
  static let quietMs: UInt64 = 4
  static let settleMs: UInt64 = 5
  static let answerImmediately: UInt64 = 6
  static let requestID: UInt64 = 9
  static let expectation: UInt64 = 10
}

enum PerformResponseFields {
  static let receipt: UInt64 = 1
}

enum PingFields {
  static let payload: UInt64 = 1
  static let answer: UInt64 = 2
}

enum PointFields {
  static let x: UInt64 = 1
  static let y: UInt64 = 2
}

enum PolygonFields {
  static let corners: UInt64 = 1
}

enum ReceiptFields {
  static let outcome: UInt64 = 1
  static let refusal: UInt64 = 2
  static let elementID: UInt64 = 3
  static let method: UInt64 = 4
  static let revisionBefore: UInt64 = 5
  static let revisionAfter: UInt64 = 6
  static let update: UInt64 = 7
  static let performedUs: UInt64 = 8
  static let settledUs: UInt64 = 9
  static let quiet: UInt64 = 10
  static let target: UInt64 = 14
  static let targetChanged: UInt64 = 15
  static let targetOther: UInt64 = 16
  static let effect: UInt64 = 17
  static let retry: UInt64 = 18
  static let labelChanges: UInt64 = 19
  static let shortfall: UInt64 = 20
  static let obstacle: UInt64 = 21
  static let note: UInt64 = 22
  static let appearedIDs: UInt64 = 23
  static let stateChanges: UInt64 = 24
}

enum RectFields {
  static let x: UInt64 = 1
  static let y: UInt64 = 2
  static let width: UInt64 = 3
  static let height: UInt64 = 4
}

enum RelationFields {
  static let kind: UInt64 = 1
  static let targetIDs: UInt64 = 2
}

enum RoundedRectangleFields {
  static let rect: UInt64 = 1
  static let cornerRadius: UInt64 = 2
}

enum RunStepsRequestFields {
  static let steps: UInt64 = 1
  static let outline: UInt64 = 2
}

enum RunStepsResponseFields {
  static let results: UInt64 = 1
  static let outline: UInt64 = 2
  static let outlineFailure: UInt64 = 3
  static let revisionBefore: UInt64 = 4
  static let revision: UInt64 = 5
}

enum ScreenChangedFields {
  static let rootID: UInt64 = 1
  static let focusID: UInt64 = 2
}

enum ScrolledFields {
  static let containerID: UInt64 = 1
  static let deltaX: UInt64 = 2
  static let deltaY: UInt64 = 3
  static let page: UInt64 = 4
}

enum SilentApplicationFields {
  static let rootID: UInt64 = 1
  static let name: UInt64 = 2
  static let lastHeardAgeMs: UInt64 = 3
}

enum SnapshotRequiredFields {
  static let since: UInt64 = 1
  static let revision: UInt64 = 2
}

enum SourceFields {
  static let name: UInt64 = 1
  static let phase: UInt64 = 2
  static let detail: UInt64 = 3
}

enum SpeechFields {
  static let utteranceID: UInt64 = 1
  static let decision: UInt64 = 2
  static let text: UInt64 = 3
  static let priority: UInt64 = 4
  static let elementID: UInt64 = 5
}

enum SpeechAttributesFields {
  static let priority: UInt64 = 1
  static let spellsOut: UInt64 = 2
  static let includesPunctuation: UInt64 = 3
  static let pitch: UInt64 = 4
}

enum StateChangeFields {
  static let elementID: UInt64 = 1
  static let gained: UInt64 = 2
  static let lost: UInt64 = 3
}

enum StatusFields {
  static let code: UInt64 = 1
  static let message: UInt64 = 2
  static let detail: UInt64 = 3
}

enum StepFields {
  static let perform: UInt64 = 1
  static let wait: UInt64 = 2
  static let expect: UInt64 = 3
  static let find: UInt64 = 4
  static let get: UInt64 = 5
  static let outline: UInt64 = 6
  static let until: UInt64 = 7
  static let timeoutMs: UInt64 = 8
}

enum StepResultFields {
  static let failure: UInt64 = 1
  static let perform: UInt64 = 2
  static let wait: UInt64 = 3
  static let find: UInt64 = 4
  static let get: UInt64 = 5
  static let outline: UInt64 = 6
  static let until: UInt64 = 7
  static let heldBefore: UInt64 = 8
  static let elapsedUs: UInt64 = 9
}

enum SubscribeRequestFields {
  static let kinds: UInt64 = 1
  static let scopeIDs: UInt64 = 2
  static let selector: UInt64 = 3
  static let since: UInt64 = 4
  static let epoch: UInt64 = 5
  static let snapshotFirst: UInt64 = 6
  static let maxPendingNotifications: UInt64 = 7
}

enum SubscribeResponseFields {
  static let subscribed: UInt64 = 1
  static let snapshot: UInt64 = 2
  static let update: UInt64 = 3
  static let snapshotRequired: UInt64 = 4
}

enum SubscribedFields {
  static let epoch: UInt64 = 1
  static let revision: UInt64 = 2
}

enum TargetFields {
  static let elementID: UInt64 = 1
  static let selector: UInt64 = 2
}

enum TargetExpectationFields {
  static let role: UInt64 = 1
  static let label: UInt64 = 2
  static let value: UInt64 = 3
  static let revision: UInt64 = 4
  static let epoch: UInt64 = 5
}

enum TargetStateFields {
  static let role: UInt64 = 1
  static let label: UInt64 = 2
}

enum TextInsertionFields {
  static let text: UInt64 = 1
  static let offset: UInt64 = 2
}

enum TextRangeFields {
  static let start: UInt64 = 1
  static let end: UInt64 = 2
}

enum TextStateFields {
  static let length: UInt64 = 1
  static let caret: UInt64 = 2
  static let selections: UInt64 = 3
}

enum ToolkitAttributeFields {
  static let name: UInt64 = 1
  static let value: UInt64 = 2
}

enum TreeUpdateFields {
  static let fromRevision: UInt64 = 1
  static let revision: UInt64 = 2
  static let changed: UInt64 = 3
  static let removedIDs: UInt64 = 4
  static let notifications: UInt64 = 5
  static let droppedNotifications: UInt64 = 6
  static let more: UInt64 = 7
  static let omitted: UInt64 = 8
  static let leftScopeIDs: UInt64 = 9
}

enum ValueChangedFields {
  static let elementID: UInt64 = 1
  static let oldValue: UInt64 = 2
  static let newValue: UInt64 = 3
}

enum VerifyReportFields {
  static let applicationID: UInt64 = 1
  static let name: UInt64 = 2
  static let compared: UInt64 = 3
  static let differences: UInt64 = 4
  static let differenceCount: UInt64 = 5
  static let transientCount: UInt64 = 6
  static let failure: UInt64 = 7
  static let unmirroredCount: UInt64 = 8
}

enum VerifyRequestFields {
  static let applicationID: UInt64 = 1
}

enum VerifyResponseFields {
  static let revision: UInt64 = 1
  static let reports: UInt64 = 2
}

enum WaitForRequestFields {
  static let target: UInt64 = 1
  static let condition: UInt64 = 2
  static let text: UInt64 = 3
  static let count: UInt64 = 4
  static let stableMs: UInt64 = 5
  static let view: UInt64 = 6
}

enum WaitForResponseFields {
  static let revision: UInt64 = 1
  static let elements: UInt64 = 2
  static let total: UInt64 = 3
  static let waitedUs: UInt64 = 4
  static let silent: UInt64 = 5
}

enum WatchMatchesRequestFields {
  static let selectors: UInt64 = 1
  static let onlyMembership: UInt64 = 2
  static let view: UInt64 = 3
}

enum WatchMatchesResponseFields {
  static let epoch: UInt64 = 1
  static let revision: UInt64 = 2
  static let changes: UInt64 = 3
  static let elements: UInt64 = 4
  static let more: UInt64 = 5
}

enum WindowFields {
  static let id: UInt64 = 1
  static let title: UInt64 = 2
  static let active: UInt64 = 3
}
