/// The work of a connection, done in slices.
final class ConnectionWork: SlicedWork {
  /// Returns whether something is left.
  var body: ((Slice) -> Bool)?

  override func proceed(_ slice: Slice) -> Bool { body?(slice) ?? false }
}
