import Foundation

/// The commands of docs/deploy.md, with the output that the page shows for each.
struct DeployPage {
  struct Step {
    let host: TwoHosts.Host
    /// Whether the command runs until the end.
    let isServer: Bool
    let exitCode: Int32
    let command: String
    var output: [String] = []
  }

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var steps: [Step] = []

  /// - Parameter text: The page. A block of `sh` names the host, and is followed by a block of `text`.
  init(_ text: String) throws {
    var block: (kind: String, lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      guard line.hasPrefix("```") else {
        block?.lines.append(line)
        continue
      }
      if let (kind, lines) = block {
        try add(kind, lines)
        block = nil
      } else {
        block = (String(line.dropFirst(3)), [])
      }
    }
  }

  private mutating func add(_ kind: String, _ lines: [String]) throws {
    let words = kind.split(separator: " ").map(String.init)
    if words == ["text"] {
      guard !steps.isEmpty else { throw Malformed(description: "output without a command") }
      steps[steps.count - 1].output = lines
      return
    }
    guard words.count >= 2, words[0] == "sh", let host = TwoHosts.Host(rawValue: words[1]) else {
      throw Malformed(description: "a block of '\(kind)'")
    }
    steps.append(
      Step(
        host: host, isServer: words.last == "server",
        exitCode: words.dropFirst(2).first == "fails" ? Int32(words.last ?? "") ?? -1 : 0,
        command: lines.joined(separator: "\n")))
  }
}

extension DeployPage.Step {
  /// Returns whether a program printed what the page shows. `…` stands for any text, a line of `…` for any lines.
  func matches(_ printed: String) -> Bool {
    let pattern = output.map { line in
      line.split(separator: "…", omittingEmptySubsequences: false)
        .map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: "[^\\n]*")
    }.map { $0 == "[^\\n]*" ? "(?s:.*)" : $0 }.joined(separator: "\\n")
    return printed.trimmingCharacters(in: .newlines)
      .range(of: "^\(pattern)$", options: .regularExpression) != nil
  }
}
