import BridgeTestSupport
import Foundation

/// What an assistive client does in the applications of a talk, and what the talk says at each step.
///
/// A script in `Tests/Fixtures/transcripts` is read line by line:
///
///     # Title                      of the page
///     ## Title                     of a section
///     in: Settings (brief)         starts the client in an application, with a verbosity
///     > activate                   a command
///     "on"                         what is heard at this step in the talk
///     ~ The talk leaves it out.    why the words differ
///
/// All other lines are prose of the page.
struct TranscriptScript {
  enum Part: Hashable {
    case heading(String)
    case prose(String)
    case run(Run)
  }

  /// One run of the client.
  struct Run: Hashable {
    var application: String
    var verbosity: String?
    /// The first step is the start of the client.
    var steps: [Step]
  }

  struct Step: Hashable {
    var command: String
    var talk: [String] = []
    var reason: String?
  }

  /// The name of the page: "2019-voiceover".
  let name: String
  private(set) var title = ""
  private(set) var parts: [Part] = []

  /// The client, which the name ends with: "voice-control".
  var client: String { String(name.drop { $0 != "-" }.dropFirst()) }

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: Places.fixture("transcripts"))
    return (files ?? []).filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
  }()

  init(named name: String) throws {
    self.name = name
    let path = Places.fixture("transcripts/\(name).txt")
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      try read(String(line))
    }
  }

  private mutating func read(_ line: String) throws {
    if let text = line.text(after: "## ") {
      parts.append(.heading(text))
    } else if let text = line.text(after: "# ") {
      title = text
    } else if let text = line.text(after: "in: ") {
      let words = text.split(separator: "(", maxSplits: 1)
      let verbosity = words.count > 1 ? String(words[1].dropLast()) : nil
      parts.append(
        .run(
          Run(
            application: words[0].trimmingCharacters(in: .whitespaces), verbosity: verbosity,
            steps: [Step(command: "")])))
    } else if let text = line.text(after: "> ") {
      try changeRun(line) { $0.steps.append(Step(command: text)) }
    } else if let text = line.text(after: "~ ") {
      try changeRun(line) { $0.steps[$0.steps.count - 1].reason = text }
    } else if line.hasPrefix("\""), line.hasSuffix("\"") {
      let text = String(line.dropFirst().dropLast())
      try changeRun(line) { $0.steps[$0.steps.count - 1].talk.append(text) }
    } else {
      parts.append(.prose(line))
    }
  }

  private mutating func changeRun(_ line: String, _ change: (inout Run) -> Void) throws {
    guard case .run(var run)? = parts.last else {
      throw Misplaced(description: "\(name): no client runs at \(line)")
    }
    change(&run)
    parts[parts.count - 1] = .run(run)
  }

  struct Misplaced: Error, CustomStringConvertible {
    let description: String
  }
}
