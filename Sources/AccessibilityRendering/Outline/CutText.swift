internal import AccessibilityTree

extension String {
  /// Returns the text in quotes, cut as outlines cut texts: halved until it has at most so many tokens. One that is cut is followed
  /// by its length.
  ///
  /// - Parameter limit: The most characters of it.
  package func quoted(limit: Int? = nil, tokens: Int) -> String {
    var limit = min(limit ?? .max, max(Self.minCut, tokens * Self.charactersPerToken))
    while true {
      let text = quoted(limit: limit)
      guard limit > Self.minCut, TokenEstimate(of: text).tokens > tokens else { return text }
      limit = max(Self.minCut, limit / 2)
    }
  }

  /// No less is left of a text that is cut, in characters.
  private static let minCut = 4
  /// The most characters that are tried for each token.
  private static let charactersPerToken = 8
}
