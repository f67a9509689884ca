import BridgeTestSupport
import Foundation
import Testing

/// Something that people do in a sample, with the script of each assistive client.
///
/// `Tests/Fixtures/tasks.txt` lists them:
///
///     # Alert sounds                          the application
///     ## P8 A12 Drag a sound                  the keys of requirements, and the task
///     becomes: [label=Cheers][value="…"]      matches afterwards, and not before
///     hears: Drop complete | …                what the client says, between commas, in one of these ways
///     keyboard: find synth > drag > …         the commands of the client
///     switch-control: Synth > Drag > …        what is selected, one after another; "Increment * 20": so many times
struct SampleTask: Sendable {
  let application: String
  let name: String
  fileprivate(set) var becomes: String?
  fileprivate(set) var hears: [String] = []
  /// The steps of each client.
  fileprivate(set) var scripts: [String: [String]] = [:]

  static let clients = ["voiceover", "voice-control", "keyboard", "switch-control"]

  static func all() throws -> [SampleTask] {
    var tasks: [SampleTask] = []
    var application = ""
    let text = try String(contentsOfFile: Places.fixture("tasks.txt"), encoding: .utf8)
    for line in text.split(separator: "\n").map(String.init) {
      if let name = line.text(after: "## ") {
        tasks.append(SampleTask(application: application, name: name))
      } else if let name = line.text(after: "# ") {
        application = name
      } else {
        let (key, value) = try #require(line.fields(separatedBy: ": "), "\(line)")
        let last = try #require(tasks.indices.last, "\(line)")
        tasks[last].set(key, value)
      }
    }
    return tasks
  }

  private mutating func set(_ key: String, _ value: String) {
    switch key {
    case "becomes": becomes = "application[name=\"\(application)\"] \(value)"
    case "hears": hears = value.components(separatedBy: " | ")
    default: scripts[key] = value.components(separatedBy: " > ")
    }
  }

  /// Whether a line says what has to be heard, as a whole or between commas.
  func isHeard(in line: String) -> Bool { hears.contains { ", \(line),".contains(", \($0),") } }
}

extension String {
  func text(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }

  /// Returns the texts before and after the first separator.
  func fields(separatedBy separator: String) -> (String, String)? {
    range(of: separator).map { (String(self[..<$0.lowerBound]), String(self[$0.upperBound...])) }
  }
}
