/// How the mirror of one application compares with the application.
public struct VerifyReport: Hashable, Sendable {
  public struct Difference: Hashable, Sendable {
    /// `nil` where the mirror has no such element.
    public var element: ElementID?
    /// The toolkit's name for the object.
    public var object: String
    /// "label", "children", "missing in the mirror", …
    public var field: String
    public var mirrored: String
    public var live: String

    public init(
      element: ElementID?, object: String, field: String, mirrored: String, live: String
    ) {
      self.element = element
      self.object = object
      self.field = field
      self.mirrored = mirrored
      self.live = live
    }
  }

  public var application: ElementID
  /// How many elements were compared.
  public var compared: Int
  public var differences: [Difference]
  /// Differences that were there at first and gone at the second look: the application moved on.
  public var transient: Int
  /// Why the comparison could not be finished; empty when it was.
  public var failure: String

  public init(
    application: ElementID, compared: Int = 0, differences: [Difference] = [],
    transient: Int = 0, failure: String = ""
  ) {
    self.application = application
    self.compared = compared
    self.differences = differences
    self.transient = transient
    self.failure = failure
  }
}

/// One thing that `doctor` looked at.
public struct Finding: Hashable, Sendable {
  public enum Severity: UInt8, Hashable, Sendable, CaseIterable {
    case ok = 1
    case note = 2
    case problem = 3
  }

  public var severity: Severity
  /// What was looked at: "accessibility bus".
  public var subject: String
  /// What was found.
  public var message: String
  /// What to do; empty when nothing is needed.
  public var remedy: String

  public init(_ severity: Severity, _ subject: String, _ message: String, remedy: String = "") {
    self.severity = severity
    self.subject = subject
    self.message = message
    self.remedy = remedy
  }
}
