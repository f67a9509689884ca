public import AccessibilityTree
internal import CProtobuf

/// A revision that a client has read before, so that it is sent only what differs.
public struct ReadSince: Hashable, Sendable {
  public var revision: Revision
  /// The epoch that the revision belongs to.
  public var epoch: UInt64

  public init(_ revision: Revision, epoch: UInt64) {
    self.revision = revision
    self.epoch = epoch
  }

  /// The number of epochs that `mark` tells apart.
  package static let markedEpochs: UInt64 = 1_000_000

  /// The revision and the last digits of the epoch, as people write them: `4127-582113`.
  package var mark: String { "\(revision)-\(epoch % Self.markedEpochs)" }
}

/// What a response to a request with `since` sends.
public enum ReadResult: Int32, Hashable, Sendable, CaseIterable {
  /// Everything that was requested.
  case whole = 1
  /// Nothing, because the answer is the same as at `since`.
  case unchanged = 2
  /// What differs from the answer at `since`.
  case difference = 3
}

extension ReadResult {
  /// Reads a result; unspecified means the whole answer.
  init(wire value: UInt32, _ field: String) throws(Status) {
    guard value != 0 else {
      self = .whole
      return
    }
    guard let result = ReadResult(rawValue: Int32(clamping: value)) else {
      throw .invalid(field, "has the unknown value \(value)")
    }
    self = result
  }

  /// The value on the wire: the default is not sent.
  var wire: Int32 { self == .whole ? 0 : rawValue }
}

extension ReadSince {
  /// Reads the fields `since` and `epoch` of a request. An epoch without a revision has no meaning.
  init?(_ revision: UInt64?, epoch: UInt64, _ request: String) throws(Status) {
    guard let revision else { return nil }
    guard epoch != 0 else {
      throw Status(
        .epochChanged, "\(request).epoch is missing: a revision is valid only within its epoch",
        remedy: .nameEpochOfRead)
    }
    self.init(revision, epoch: epoch)
  }
}

extension ProtoWriter {
  mutating func since(_ since: ReadSince?, _ revision: UInt64, _ epoch: UInt64) {
    guard let since else { return }
    number(revision, present: since.revision)
    number(epoch, since.epoch)
  }
}
