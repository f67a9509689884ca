/// A page of `docs/transcripts`: what a client says at each step of a script, beside the words of the talk.
struct TranscriptPage {
  let script: TranscriptScript
  /// What was heard, for each run of the script and each of its steps.
  let heard: [[[String]]]

  var text: String {
    var lines = ["# \(script.title)", "", Self.origin(of: script.name)]
    var runs = heard.makeIterator()
    for part in script.parts {
      lines.append("")
      switch part {
      case .heading(let text): lines.append("## \(text)")
      case .prose(let text): lines.append(text)
      case .run(let run): lines += table(of: run, runs.next() ?? [])
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func origin(of name: String) -> String {
    "Written by `make transcripts` from a running server that serves all samples at once, and from "
      + "[\(name).txt](../../Tests/Fixtures/transcripts/\(name).txt). Do not edit."
  }

  private func table(of run: TranscriptScript.Run, _ heard: [[String]]) -> [String] {
    let opening = "`\(script.client)` in *\(run.application)*"
    var lines = ["| command | heard | in the talk |", "| --- | --- | --- |"]
    var reasons: [String] = []
    for (step, said) in zip(run.steps, heard) {
      let command = step.command.isEmpty ? opening : "`\(step.command)`"
      let cells = [said, step.talk].map { $0.map(Self.escaped).joined(separator: "<br>") }
      lines.append("| \(command) | \(cells[0]) | \(cells[1]) |")
      if let reason = step.reason { reasons.append("- \(command): \(reason)") }
    }
    guard !reasons.isEmpty else { return lines }
    return lines + ["", "Words that differ from the talk:", ""] + reasons
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("\n", with: " ")
  }

  /// The steps whose words differ from the talk without a reason, and those that have a reason and do not differ.
  var faults: [String] {
    let runs = script.parts.compactMap { part -> TranscriptScript.Run? in
      if case .run(let run) = part { run } else { nil }
    }
    return zip(runs, heard).flatMap { run, heard in
      zip(run.steps, heard).compactMap { step, said -> String? in
        guard !step.talk.isEmpty || step.reason != nil else { return nil }
        let differs = Self.words(said) != Self.words(step.talk)
        guard differs == (step.reason == nil) else { return nil }
        let place = "\(run.application), \(step.command.isEmpty ? "start" : step.command)"
        return differs
          ? "\(place): heard \(said), in the talk \(step.talk), and no reason is given"
          : "\(place): a reason is given, and the words do not differ"
      }
    }
  }

  /// The words without punctuation and case. What stands between two texts does not count.
  private static func words(_ texts: [String]) -> [Substring] {
    texts.joined(separator: " ").lowercased().split { !($0.isLetter || $0.isNumber) }
  }
}
