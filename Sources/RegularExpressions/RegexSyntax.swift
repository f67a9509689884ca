/// A parsed pattern.
indirect enum RegexNode {
  case empty
  case set(ScalarSet)
  case assertion(RegexAssertion)
  case sequence([RegexNode])
  case alternatives([RegexNode])
  /// `maximum` is `nil` when there is no limit.
  case repetition(RegexNode, minimum: Int, maximum: Int?)
}

enum RegexAssertion {
  case textStart
  case textEnd
  case lineStart
  case lineEnd
  case wordBoundary
  case noWordBoundary
}
