extension String {
  /// How many characters of a text an error repeats.
  public static let excerptLength = 200

  /// The text as an error repeats it: of a longer one the beginning, an ellipsis, and how long it is.
  public var excerpt: String {
    // Characters may be of any length, code points are not.
    guard utf8.count > Self.excerptLength, unicodeScalars.count > Self.excerptLength else {
      return self
    }
    let start = unicodeScalars.prefix(Self.excerptLength)
    return "\(Substring(start))… (\(unicodeScalars.count) characters)"
  }
}
