internal import SafeText

extension String {
  /// The text on one line, for places that count columns: line ends and tabs become spaces, what would
  /// steer a terminal or hide is escaped.
  package var printable: String { escaped(flowing: true) }
}
