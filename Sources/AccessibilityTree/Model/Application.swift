/// Whether an application responds. Its mirrored elements are served in every state.
public enum Health: UInt8, Hashable, Sendable, CaseIterable {
  case responsive = 1
  /// Responds late.
  case slow = 2
  /// Has not responded for some time; its elements are as old as `lastHeard`.
  case notResponding = 3
  /// Has ended. Its elements are removed in the same revision, those of a large application in following ones.
  case gone = 4

  public var name: String {
    switch self {
    case .responsive: "responsive"
    case .slow: "slow"
    case .notResponding: "not responding"
    case .gone: "gone"
    }
  }
}

/// How much of an application the mirror holds.
public enum LoadState: Hashable, Sendable {
  /// Loading has begun; elements may be missing.
  case loading
  /// The structure, names, roles and states are complete; frames and actions are still being read.
  case structure
  /// Everything has been read.
  case complete
  /// Loading ended early; the text says why and what would help.
  case partial(String)
}

/// The properties of an application apart from its elements.
public struct Application: Hashable, Sendable {
  /// The root element.
  public let root: ElementID
  public var name: String
  public var processID: Int32?
  /// The toolkit: "GTK", "Chromium", "sample". Empty when unknown.
  public var toolkit: String = ""
  public var toolkitVersion: String = ""
  /// The source that the application comes from: "desktop", "sample:calculator".
  public var source: String
  public var health: Health = .responsive
  public var load: LoadState = .loading
  /// Whether it has elements that are not mirrored, for reasons of the application as a whole: limits, or what it refuses.
  public var omitsElements = false
  /// Whether elements will come: a document in one of its windows is still being loaded, according to the toolkit, or is
  /// new and not all of it was read, or so much else is new that it is shown as it comes.
  public var isLoadingDocument = false
  /// A problem that the load state does not describe: one that may delay loading, or one of an application
  /// that is complete. Empty when there is none.
  public var loadTrouble: String = ""
  /// When the application last sent an event or a reply, in nanoseconds of the monotonic clock.
  public var lastHeard: UInt64 = 0

  public init(root: ElementID, name: String, source: String) {
    self.root = root
    self.name = name
    self.source = source
  }
}

extension Application {
  /// How much of the application can be seen, as clients are told: one that loads a document is not complete.
  public var shownLoad: LoadState { load == .complete && isLoadingDocument ? .loading : load }

  /// Why the application is not fully mirrored, temporarily or permanently; `nil` when there is no problem.
  public var loadDetail: String? {
    if case .partial(let detail) = load { return detail }
    return loadTrouble.isEmpty ? nil : loadTrouble
  }
}

extension LoadState {
  /// Whether reading is under way, so that elements, frames or actions may be missing that will come.
  public var isBeingRead: Bool {
    switch self {
    case .loading, .structure: true
    case .complete, .partial: false
    }
  }

  /// The name in JSON and on the command line.
  public var name: String {
    switch self {
    case .loading: "loading"
    case .structure: "structure"
    case .complete: "complete"
    case .partial: "partial"
    }
  }
}
