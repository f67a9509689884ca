internal import AccessibilityMirror
internal import AccessibilityQueries
internal import BridgeTransport
internal import CommandLineOptions

/// Which elements the operator keeps secret, beside password fields.
struct SecretOptions {
  private let selectors: SecretSelectors

  static let specs: [OptionSpec] = [
    OptionSpec.text(
      "redact", "SELECTOR",
      "Keep the texts of these elements secret, as those of password fields are"
    ).repeatable(),
    OptionSpec.path("redact-file", "PATH", "Read such selectors from a file, one a line"),
  ]

  init(_ parsed: ParsedCommand) throws(ProgramError) {
    var texts = parsed.strings("redact").map { ("--redact", $0) }
    if let path = parsed.string("redact-file") {
      texts += try Self.lines(path).map { ("\(path):\($0.line)", $0.text) }
    }
    for (place, text) in texts {
      do throws(SecretSelectorError) {
        _ = try SecretSelectors([text])
      } catch {
        throw ProgramError(
          "\(place): the selector \(error.selector) cannot name secrets: \(error.reason)",
          isUsage: true)
      }
    }
    do throws(SecretSelectorError) {
      selectors = try SecretSelectors(texts.map(\.1))
    } catch {
      throw ProgramError(error.reason, isUsage: true)
    }
  }

  private static func lines(_ path: String) throws(ProgramError) -> [(line: Int, text: String)] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SmallFile.read(path)
    } catch {
      throw ProgramError(error.unreadable(path))
    }
    let texts: [(line: Int, text: String)]
    do throws(InvalidText) {
      texts = SecretSelectors.texts(of: try String(strictly: bytes))
    } catch {
      throw ProgramError("\(path) is not UTF-8 at \(error); save the file as UTF-8")
    }
    guard !texts.isEmpty else {
      throw ProgramError(
        "\(path) has no selector, so it would redact nothing; write one on a line of its own")
    }
    return texts
  }

  /// The rule for the store; `nil`: only password fields are secret.
  var rule: SecretRule? {
    guard !selectors.isEmpty else { return nil }
    return SecretRule(dependsOnAncestors: selectors.dependsOnAncestors) { [selectors] in
      selectors.matches(among: $0, in: $1, $2)
    }
  }
}
