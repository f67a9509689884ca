public import AccessibilityTree

/// Asks for the applications.
public struct ListApplicationsRequest: Hashable, Sendable {
  public init() {}
}

/// The applications.
public struct ListApplicationsResponse: Hashable, Sendable {
  /// The revision that this was read at.
  public var revision: Revision
  /// In the order that they appeared.
  public var applications: [ApplicationInfo]

  public init(revision: Revision, applications: [ApplicationInfo] = []) {
    self.revision = revision
    self.applications = applications
  }
}

/// An application as a caller is told of it.
public struct ApplicationInfo: Hashable, Sendable {
  /// `lastHeard` does not travel, because clocks differ: see `lastHeardAgoMs`.
  public var application: Application
  /// How long ago it last said or answered anything, in milliseconds.
  public var lastHeardAgoMs: UInt64
  /// How many of its elements are mirrored.
  public var elementCount: Int
  /// Its windows, in order.
  public var windows: [Window]
  /// How many calls the server made to it.
  public var callCount: Int

  public init(
    application: Application, lastHeardAgoMs: UInt64 = 0, elementCount: Int = 0,
    windows: [Window] = [], callCount: Int = 0
  ) {
    self.application = application
    self.lastHeardAgoMs = lastHeardAgoMs
    self.elementCount = elementCount
    self.windows = windows
    self.callCount = callCount
  }
}

/// A window of an application.
public struct Window: Hashable, Sendable {
  public var id: ElementID
  /// Empty when it has none.
  public var title: String
  /// Whether it is the one that takes input.
  public var isActive: Bool

  public init(id: ElementID, title: String = "", isActive: Bool = false) {
    self.id = id
    self.title = title
    self.isActive = isActive
  }
}
