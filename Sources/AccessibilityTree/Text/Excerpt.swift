extension String {
  /// The maximum length of a text that an error message quotes, in Unicode scalars.
  public static let excerptLength = 200

  /// The text as quoted in error messages: a longer one is cut, followed by an ellipsis and its length.
  public var excerpt: String {
    // Counts code points: a single character may have any number of them.
    guard utf8.count > Self.excerptLength, unicodeScalars.count > Self.excerptLength else {
      return self
    }
    let start = unicodeScalars.prefix(Self.excerptLength)
    return "\(Substring(start))… (\(unicodeScalars.count) characters)"
  }
}
