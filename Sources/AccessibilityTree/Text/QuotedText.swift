internal import SafeText

extension String {
  /// Returns the text in quotes and on one line. Quotes, backslashes, line ends, terminal control characters and
  /// invisible characters are escaped. A text longer than `limit` scalars is cut there, followed by its length.
  public func quoted(limit: Int? = nil, length: Int? = nil) -> String {
    escapedInQuotes(limit: limit, length: length)
  }
}
