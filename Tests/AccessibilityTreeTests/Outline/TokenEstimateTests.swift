import AccessibilityRendering
import BridgeTestSupport
import Foundation
import Testing

/// The estimate beside the true number of tokens: lines of outlines with names of menus and applications in several
/// languages, counted with the vocabulary o200k (`bench/agents/count.py`).
struct TokenEstimateTests {
  private struct Sample: Decodable {
    let name: String
    let text: String
    let tokens: Int
  }

  private func samples() throws -> [Sample] {
    let file = "\(Places.root)/Tests/Fixtures/outlines/token-counts.json"
    return try JSONDecoder().decode(
      [Sample].self, from: Data(contentsOf: URL(fileURLWithPath: file)))
  }

  @Test
  func
    `the estimate is not below the number of tokens by more than a sixty-fourth, and not far above`()
    throws
  {
    let samples = try samples()
    #expect(samples.count >= 16)
    for sample in samples {
      let ratio = Double(TokenEstimate(of: sample.text).tokens) / Double(sample.tokens)
      #expect(ratio >= 63.0 / 64 && ratio <= 1.26, "\(sample.name): \(ratio)")
    }
    let all = samples.reduce(0) { $0 + TokenEstimate(of: $1.text).tokens }
    #expect(Double(all) / Double(samples.reduce(0) { $0 + $1.tokens }) < 1.15)
  }

  @Test(arguments: [
    ("button \"Save\" #482117350014\n", 10), ("… 1470 rows below #482117350014+\n", 12),
    ("  checkbox \"Remember me\" #482117350014 [checked]\n", 14),
    ("unchanged since 4127-582113\n", 10),
    ("status \"Display\" = \"15\" #482117350014\n", 14), ("", 0),
  ])
  func `the parts that each line has are counted exactly or a little above`(
    text: String, tokens: Int
  ) {
    let estimate = TokenEstimate(of: text).tokens
    #expect(estimate >= tokens && estimate <= tokens + 3, "\(estimate)")
  }

  @Test
  func `parts can be estimated one after another`() {
    var sum = TokenEstimate()
    sum.add("button \"Save\" #482117350014\n")
    sum.add("link \"Open\" #482117350015\n")
    #expect(
      sum == TokenEstimate(of: "button \"Save\" #482117350014\nlink \"Open\" #482117350015\n"))
  }
}
