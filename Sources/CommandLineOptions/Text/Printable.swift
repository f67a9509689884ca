internal import SafeText

extension String {
  /// The text on one line, for places that count columns: line ends and tabs become spaces, characters that
  /// control the terminal or are invisible are escaped.
  package var printable: String { escaped(flowing: true) }
}
