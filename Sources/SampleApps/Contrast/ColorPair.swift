internal import Glibc

/// The colours of a text and its background.
struct ColorPair: Hashable {
  /// Components from 0 to 255.
  struct Color: Hashable {
    var red: Double
    var green: Double
    var blue: Double
  }

  static let initial = ColorPair(
    background: Color(red: 76, green: 217, blue: 100), text: Color(red: 0, green: 0, blue: 0))

  var background: Color
  var text: Color

  /// The contrast ratio as defined by WCAG 2, from 1 to 21, rounded to a tenth.
  var contrastRatio: Double {
    let (one, other) = (background.luminance, text.luminance)
    let ratio = (max(one, other) + 0.05) / (min(one, other) + 0.05)
    return (ratio * 10).rounded() / 10
  }

  mutating func swap() {
    (background, text) = (text, background)
  }
}

extension ColorPair.Color {
  /// The relative luminance, from 0, black, to 1, white.
  fileprivate var luminance: Double {
    func linear(_ part: Double) -> Double {
      let share = part / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
