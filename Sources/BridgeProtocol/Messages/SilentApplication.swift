public import AccessibilityTree
internal import CProtobuf

/// An application that does not answer: what is known of it is as old as its last sign of life.
public struct SilentApplication: Hashable, Sendable {
  /// The maximum number of them in a response.
  package static let maxCount = 10

  /// The root element of the application.
  public var root: ElementID
  public var name: String
  /// The time since the application last sent or answered anything, in milliseconds.
  public var lastHeardAgoMs: UInt64

  public init(root: ElementID, name: String, lastHeardAgoMs: UInt64) {
    self.root = root
    self.name = name
    self.lastHeardAgoMs = lastHeardAgoMs
  }

  /// What is said of it: `"Files" is not responding, and was last heard 12 s ago`.
  package var summary: String {
    "\(name.quoted(limit: 60)) is not responding, and was last heard \(lastHeardAgoMs / 1000) s ago"
  }
}

extension SilentApplication {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__SilentApplication>) throws(Status) {
    self.init(
      root: ElementID(rawValue: unsafe message.pointee.root_id),
      name: try unsafe readText(message.pointee.name, "SilentApplication.name"),
      lastHeardAgoMs: unsafe message.pointee.last_heard_age_ms)
  }
}

extension ProtoWriter {
  mutating func silent(_ applications: [SilentApplication], _ field: UInt64) {
    for application in applications {
      message(field) {
        $0.number(SilentApplicationFields.rootID, application.root.rawValue)
        $0.text(SilentApplicationFields.name, application.name)
        $0.number(SilentApplicationFields.lastHeardAgeMs, application.lastHeardAgoMs)
      }
    }
  }
}
