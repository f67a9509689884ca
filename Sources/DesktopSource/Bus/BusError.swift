internal import CSDBus
internal import Glibc

/// Why a bus operation failed.
///
/// Messages come from the peer where there is one, and are for people; code distinguishes errors by their
/// case.
enum BusError: Error, Equatable, Sendable {
  /// The connection ended, or was never there. Every pending call ends with this.
  case disconnected
  /// No answer within the deadline the caller set. The peer may be hanging.
  case timeout
  /// The peer left the bus, or refused to answer, before its reply was sent.
  case noReply(String)
  /// Nobody owns the destination name.
  case serviceUnknown(String)
  case unknownMethod(String)
  case unknownObject(String)
  case unknownInterface(String)
  case unknownProperty(String)
  case accessDenied(String)
  /// Any other error the peer answered with.
  case remote(name: String, message: String)
  /// A message whose content does not match its interface.
  case malformed(String)
  /// An answer of at least `bytes` bytes, which was not read.
  case tooLarge(bytes: Int, limit: Int)
  /// The call was cancelled by its caller or its queue.
  case cancelled
  /// The message to be sent is not valid in D-Bus: a bad path, a NUL in a string.
  case invalidMessage(String)
  /// A system call or library failure, with its `errno`.
  case system(operation: String, errno: Int32)

  /// Whether the peer answered at all: an error answer proves that it is alive.
  var isAnswer: Bool {
    switch self {
    case .unknownMethod, .unknownObject, .unknownInterface, .unknownProperty, .accessDenied,
      .remote, .malformed, .tooLarge:
      true
    case .disconnected, .timeout, .noReply, .serviceUnknown, .cancelled, .invalidMessage, .system:
      false
    }
  }

  /// Whether the answer is too large to be read; repeating the call does not help.
  var isTooLarge: Bool { if case .tooLarge = self { true } else { false } }

  /// The error for a D-Bus error name.
  init(name: String, message: String) {
    let prefix = "org.freedesktop.DBus.Error."
    guard name.hasPrefix(prefix) else {
      self = .remote(name: name, message: message)
      return
    }
    switch name.dropFirst(prefix.count) {
    case "NoReply", "Timeout", "TimedOut": self = .noReply(message)
    case "Disconnected": self = .disconnected
    case "ServiceUnknown", "NameHasNoOwner": self = .serviceUnknown(message)
    case "UnknownMethod": self = .unknownMethod(message)
    case "UnknownObject": self = .unknownObject(message)
    case "UnknownInterface": self = .unknownInterface(message)
    case "UnknownProperty": self = .unknownProperty(message)
    case "AccessDenied", "AuthFailed": self = .accessDenied(message)
    default: self = .remote(name: name, message: message)
    }
  }
}

extension BusError: CustomStringConvertible {
  var description: String {
    switch self {
    case .disconnected: "the bus connection has ended"
    case .timeout: "no answer within the deadline"
    case .noReply(let text): "no reply: \(text)"
    case .serviceUnknown(let text): "no such service: \(text)"
    case .unknownMethod(let text): "unknown method: \(text)"
    case .unknownObject(let text): "unknown object: \(text)"
    case .unknownInterface(let text): "unknown interface: \(text)"
    case .unknownProperty(let text): "unknown property: \(text)"
    case .accessDenied(let text): "access denied: \(text)"
    case .remote(let name, let message): "\(name): \(message)"
    case .malformed(let text): "malformed message: \(text)"
    case .tooLarge(let bytes, let limit): "answer of at least \(bytes) bytes, limit \(limit)"
    case .cancelled: "the call was cancelled"
    case .invalidMessage(let text): "invalid message: \(text)"
    case .system(let operation, let code): "\(operation) failed: \(BusError.text(ofErrno: code))"
    }
  }

  private static func text(ofErrno code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "errno \(code)" }
    return unsafe String(cString: text)
  }
}

extension BusError {
  /// Whether an answer means that there is no such object.
  var isObjectGone: Bool {
    switch self {
    case .unknownObject, .unknownMethod, .unknownInterface: true
    default: false
    }
  }

  /// Whether the error means that the object exists and refuses to answer.
  var isRefusal: Bool {
    switch self {
    case .accessDenied, .remote: true
    default: false
    }
  }
}
