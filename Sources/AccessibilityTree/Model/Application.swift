/// Whether an application answers. Its mirrored elements are served all the same.
public enum Health: UInt8, Hashable, Sendable, CaseIterable {
  case responsive = 1
  /// Answers, but late.
  case slow = 2
  /// Has not answered for a while; what is served of it is as old as `lastHeard`.
  case notResponding = 3
  /// Has ended; its elements are removed in the same revision, those of a large one in revisions that follow.
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
  /// Reading has begun; elements may be missing.
  case loading
  /// The structure, names, roles and states are all there; frames and actions are still coming.
  case structure
  /// All is there.
  case complete
  /// Reading ended without the whole; the text says why and what would help.
  case partial(String)
}

/// What is known of an application beside its elements.
public struct Application: Hashable, Sendable {
  /// The root element.
  public let root: ElementID
  public var name: String
  public var processID: Int32?
  /// What drew it: "GTK", "Chromium", "sample". Empty when unknown.
  public var toolkit: String = ""
  public var toolkitVersion: String = ""
  /// The source it comes from: "desktop", "sample:calculator".
  public var source: String
  public var health: Health = .responsive
  public var load: LoadState = .loading
  /// What is wrong with the application while it is still being read, which may be why that takes long, or
  /// although all is there; empty where the load state says it, or nothing is wrong.
  public var loadTrouble: String = ""
  /// When it last said or answered anything, in nanoseconds of the monotonic clock.
  public var lastHeard: UInt64 = 0

  public init(root: ElementID, name: String, source: String) {
    self.root = root
    self.name = name
    self.source = source
  }
}

extension Application {
  /// Why not all of it is mirrored, now or for good; `nil` when nothing is wrong.
  public var loadDetail: String? {
    if case .partial(let detail) = load { return detail }
    return loadTrouble.isEmpty ? nil : loadTrouble
  }
}

extension LoadState {
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
