internal import CQREncode
internal import CommandLineOptions

/// A text as a QR code, for cameras.
struct QRCode {
  /// The number of modules of a side, without the margin.
  let width: Int
  private let dark: [Bool]
  /// The margin that the standard asks for, in modules.
  private static let margin = 4

  /// Returns `nil` when the text is too long.
  init?(_ text: String) {
    // Small letters as bytes, capital letters and digits in less; the lowest correction, for the smallest code.
    guard let code = unsafe QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else {
      return nil
    }
    defer { unsafe QRcode_free(code) }
    width = Int(unsafe code.pointee.width)
    let modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width)
    dark = unsafe modules.map { $0 & 1 == 1 }
  }

  /// The number of columns on a terminal.
  var columns: Int { width + 2 * Self.margin }

  private func isDark(_ row: Int, _ column: Int) -> Bool {
    (0..<width).contains(row) && (0..<width).contains(column) && dark[row * width + column]
  }

  /// The code with two modules in each character, black on white whatever the terminal's own colours are.
  var text: TerminalText {
    let range = -Self.margin..<width + Self.margin
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let line = range.map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (false, false): " "
        case (true, false): "▀"
        case (false, true): "▄"
        case (true, true): "█"
        }
      }
      return "\(line.joined(), .blackOnWhite)\n"
    }.joined()
  }
}
