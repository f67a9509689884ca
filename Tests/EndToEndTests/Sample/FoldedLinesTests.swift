import Testing

@testable import bridge_client

struct FoldedLinesTests {
  @Test func `Equal lines are one, with how often they came`() {
    var folded = FoldedLines(limit: 3)
    for text in ["focus", "value", "focus", "said", "focus"] { folded.add(text) }
    #expect(folded.lines == ["focus (3 times)", "value", "said"])
    #expect(folded.omitted == 0)
  }

  @Test func `Lines above the limit are counted, and those that are there still fold`() {
    var folded = FoldedLines(limit: 2)
    for text in ["a", "b", "c", "a"] { folded.add(text) }
    folded.omit()
    #expect(folded.isFull)
    #expect(folded.lines == ["a (2 times)", "b"])
    #expect(folded.omitted == 2)
  }
}
