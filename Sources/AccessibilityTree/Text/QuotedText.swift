internal import SafeText

extension String {
  /// In quotes and on one line: quotes, backslashes, line ends, and whatever would steer a terminal or
  /// hide are escaped. Of a longer text the first `limit` scalars, then how long it is.
  public func quoted(limit: Int? = nil) -> String {
    escapedInQuotes(limit: limit)
  }
}
