/// Bytes that are looked for among others, in linear time whatever their content (Knuth–Morris–Pratt).
package struct ByteSearch: Hashable, Sendable {
  private let bytes: [UInt8]
  /// For each index, the length of the longest proper prefix that ends there.
  private let borders: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var borders = Array(repeating: 0, count: bytes.count)
    var matched = 0
    for place in bytes.indices.dropFirst() {
      while matched > 0, bytes[matched] != bytes[place] { matched = borders[matched - 1] }
      if bytes[matched] == bytes[place] { matched += 1 }
      borders[place] = matched
    }
    self.borders = borders
  }

  /// The approximate memory of the table, in bytes.
  package var memory: Int { 8 * borders.count }

  /// Whether the bytes are among those of a text. No bytes are in every text.
  ///
  /// - Parameter folding: Whether capital letters of ASCII in the text count as small ones.
  package func isFound(in text: Span<UInt8>, folding: Bool = false) -> Bool {
    firstEnd(in: text, folding: folding) != nil
  }

  /// Returns the index behind the first place where the bytes are.
  package func firstEnd(in text: Span<UInt8>, folding: Bool = false) -> Int? {
    if bytes.isEmpty { return 0 }
    guard bytes.count <= text.count else { return nil }
    var matched = 0
    for place in text.indices {
      let byte = folding ? text[place].asciiLowercased : text[place]
      while matched > 0, bytes[matched] != byte { matched = borders[matched - 1] }
      if bytes[matched] == byte { matched += 1 }
      if matched == bytes.count { return place + 1 }
    }
    return nil
  }
}

/// Texts in texts, by their bytes.
///
/// These hide the algorithms of the standard library, which bring its regular expressions into each program: a twentieth
/// of it.
extension String {
  package func contains(_ other: String) -> Bool {
    ByteSearch(Array(other.utf8)).isFound(in: utf8.span)
  }

  package func contains(_ other: Substring) -> Bool {
    ByteSearch(Array(other.utf8)).isFound(in: utf8.span)
  }

  /// Returns the text with another one in each place of a text that is not empty.
  package func replacing(_ old: String, with new: String) -> String {
    pieces(between: old).joined(separator: new)
  }

  /// Returns what stands before, between and behind the places of a text that is not empty.
  package func pieces(between separator: String) -> [String] {
    let search = ByteSearch(Array(separator.utf8))
    var rest = Array(utf8)[...]
    var pieces: [String] = []
    while let end = search.firstEnd(in: rest.span), end > 0 {
      pieces.append(String(decoding: rest.prefix(end - separator.utf8.count), as: UTF8.self))
      rest = rest.dropFirst(end)
    }
    return pieces + [String(decoding: rest, as: UTF8.self)]
  }
}

extension Substring {
  package func contains(_ other: String) -> Bool {
    ByteSearch(Array(other.utf8)).isFound(in: utf8.span)
  }

  /// Returns what stands behind the first place of another text; `nil` where that is not in the text.
  package func rest(behind other: String) -> Substring? {
    let end = ByteSearch(Array(other.utf8)).firstEnd(in: utf8.span)
    return end.map { self[utf8.index(startIndex, offsetBy: $0)...] }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the index behind the first place where other bytes are.
  package func firstEnd(of other: [UInt8]) -> Int? {
    ByteSearch(other).firstEnd(in: span).map { startIndex + $0 }
  }
}

extension UInt8 {
  /// The small letter for a capital letter of ASCII; every other byte itself.
  package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
