import Testing

@testable import SampleApps

struct ContrastModelTests {
  @Test func `P5 the ratio of the talk's colours is computed`() {
    let color = ColorPair.initial.background
    #expect([color.red, color.green, color.blue] == [76, 217, 100])
    #expect(ColorPair.initial.contrastRatio == 11.4)
  }

  private func gray(_ part: Double) -> ColorPair.Color {
    ColorPair.Color(red: part, green: part, blue: part)
  }

  @Test(arguments: [(0.0, 255.0, 21.0), (255, 255, 1), (118, 255, 4.5), (85, 255, 7.5)])
  func `P5 the ratio is computed as in WCAG, from 1 to 21`(
    text: Double, background: Double, ratio: Double
  ) {
    var pair = ColorPair(background: gray(background), text: gray(text))
    #expect(pair.contrastRatio == ratio)
    pair.swap()
    #expect(pair.contrastRatio == ratio)
    #expect(pair.text == gray(background))
  }
}
