/// Returns a text as one word, as POSIX shells read it: in single quotes unless it needs none.
package func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_./:@%+,".utf8.contains(byte)
    }
  }
  return isPlain && !text.isEmpty ? text : shellQuoted(text)
}

/// Returns a text in single quotes, as POSIX shells read it.
package func shellQuoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    + "'"
}
