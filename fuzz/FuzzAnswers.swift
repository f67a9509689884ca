import AccessibilityTree

@testable import DesktopSource

/// Reads what an application sends over a connection of its own. The first byte selects what the rest is: the head of a
/// message, the body of an answer of `GetItems` of either signature, or a help text with markup.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAnswers(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let kind = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  switch kind % 4 {
  case 0: fuzzHead(bytes)
  case 1: fuzzBody(bytes, CacheItemReader.counted)
  case 2: fuzzBody(bytes, CacheItemReader.listed)
  default: fuzzHelp(String(decoding: bytes, as: UTF8.self))
  }
  return 0
}

private func fuzzHead(_ bytes: [UInt8]) {
  let length = MessageHead.length(bytes)
  precondition(length ?? 16 >= 16 && length ?? 16 <= 65_560)
  let head = MessageHead(bytes)
  precondition(head?.signature.utf8.count ?? 0 <= 3 * 255)
}

private func fuzzBody(_ bytes: [UInt8], _ contents: String) {
  let reader = RawReader(bytes, signature: "a(\(contents))")
  let interner = ObjectInterner()
  guard
    let items = CacheItemReader(
      signature: reader.fullSignature, prefix: "a", interner: interner, limits: DesktopLimits()),
    (try? reader.enterArray("(\(contents))")) != nil
  else { return }
  var left = bytes.count
  while left > 0,
    (try? reader.slice(1) { () throws(BusError) in _ = try items.read(reader) }) == true
  {
    left -= 1
  }
  // Each entry takes bytes.
  precondition(left >= 0 && interner.count <= bytes.count)
}

private func fuzzHelp(_ text: String) {
  let plain = RichText.plain(text)
  // What is left out only makes it shorter. A block's space stands for a tag.
  precondition(plain.unicodeScalars.count <= text.unicodeScalars.count)
  precondition(plain == text || !plain.contains("  "))
}
