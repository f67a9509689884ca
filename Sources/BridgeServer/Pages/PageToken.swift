internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Where the next page of a search begins. Clients pass it on unchanged: 64 digits that are valid only
/// for the request and the epoch that they were made for.
struct PageToken: Equatable {
  /// The number under which the matches are held.
  var matchesID: UInt32
  /// How many of the matches the previous pages covered.
  var offset: UInt32
  /// The revision at which the matches were found.
  var revision: Revision
}

/// Makes and reads the page tokens of one run of the server.
struct PageTokens {
  let epoch: UInt64
  /// Seals the tokens, so that nobody else can make them.
  private let secret = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))

  init(epoch: UInt64) {
    self.epoch = epoch
  }

  func text(_ token: PageToken, for request: FindRequest) -> String {
    Self.digits(epoch, 16) + Self.digits(UInt64(token.matchesID), 8)
      + Self.digits(UInt64(token.offset), 8) + Self.digits(token.revision, 16)
      + Self.digits(seal(token, request), 16)
  }

  func token(_ text: String, for request: FindRequest) throws(Status) -> PageToken {
    let digits = Array(text.utf8)
    guard digits.count == 64,
      let run = Self.number(digits[..<16]), let matches = Self.number(digits[16..<24]),
      let offset = Self.number(digits[24..<32]), let revision = Self.number(digits[32..<48]),
      let seal = Self.number(digits[48...])
    else { throw invalid(text) }
    guard run == epoch else {
      throw Status(
        .epochChanged,
        "the page token is from epoch \(run), an earlier run of the server or another server; "
          + "this server runs epoch \(epoch)",
        remedy: .firstPage)
    }
    let token = PageToken(
      matchesID: UInt32(truncatingIfNeeded: matches), offset: UInt32(truncatingIfNeeded: offset),
      revision: revision)
    guard seal == self.seal(token, request) else { throw invalid(text) }
    return token
  }

  private func invalid(_ text: String) -> Status {
    Status(
      .invalidArgument, "FindRequest.page_token: \"\(text.excerpt)\" is not a token of this search",
      remedy: .passTokenOn)
  }

  private func seal(_ token: PageToken, _ request: FindRequest) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(secret.0)
    hasher.combine(secret.1)
    hasher.combine(token.matchesID)
    hasher.combine(token.offset)
    hasher.combine(token.revision)
    hasher.combine(request.selector)
    hasher.combine(request.scope)
    hasher.combine(request.view)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private static func digits(_ number: UInt64, _ count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: count - digits.utf8.count) + digits
  }

  /// Parses digits, accepting only what `digits` returns.
  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit & 0x0F)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit & 0x0F + 9)
      default: return nil
      }
    }
    return number
  }
}
