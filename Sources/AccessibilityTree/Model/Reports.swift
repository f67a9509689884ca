/// The result of comparing the mirror of an application with the application itself.
public struct VerifyReport: Hashable, Sendable {
  public struct Difference: Hashable, Sendable {
    /// `nil` where the mirror does not have the element.
    public var element: ElementID?
    /// The toolkit's name for the object.
    public var object: String
    /// What differs: "label", "children", "missing in the mirror", …
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

    /// Replaces the texts for which `isSecret` holds.
    public mutating func conceal(where isSecret: (String) -> Bool) {
      if isSecret(mirrored) { mirrored = Element.redactedText }
      if isSecret(live) { live = Element.redactedText }
    }
  }

  public var application: ElementID
  /// How many elements were compared.
  public var compared: Int
  public var differences: [Difference]
  /// The number of differences that were gone on the second comparison: the application had changed in the meantime.
  public var transient: Int
  /// How many elements the application has that are not mirrored, and so were not compared, without what is below them.
  public var unmirrored: Int
  /// Why the comparison was not completed; empty when it was.
  public var failure: String

  public init(
    application: ElementID, compared: Int = 0, differences: [Difference] = [],
    transient: Int = 0, unmirrored: Int = 0, failure: String = ""
  ) {
    self.application = application
    self.compared = compared
    self.differences = differences
    self.transient = transient
    self.unmirrored = unmirrored
    self.failure = failure
  }
}

/// The result of one check of `doctor`.
public struct Finding: Hashable, Sendable {
  public enum Severity: UInt8, Hashable, Sendable, CaseIterable {
    case ok = 1
    case note = 2
    case problem = 3
  }

  public var severity: Severity
  /// What was checked: "accessibility bus".
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
