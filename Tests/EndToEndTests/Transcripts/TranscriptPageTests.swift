import BridgeTestSupport
import Foundation
import SampleApps
import Testing

/// The talks, as the assistive clients are heard in their applications. All samples are served at once, also as
/// the talks begin with them.
struct TranscriptPageTests {
  private var isUpdating: Bool { ProcessInfo.processInfo.environment["UPDATE_DOCS"] != nil }

  @Test(arguments: TranscriptScript.names)
  func `docs/transcripts say what is heard, and why words differ from the talk`(
    name: String
  ) async throws {
    let page = try await page(named: name)
    #expect(page.faults == [])
    let path = "\(Places.root)/docs/transcripts/\(name).md"
    if isUpdating { try page.text.write(toFile: path, atomically: true, encoding: .utf8) }
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(written == page.text, "run make transcripts")
  }

  @Test
  func `every page has a script, and the overview lists all of them`() throws {
    let folder = "\(Places.root)/docs/transcripts"
    let overview = try String(contentsOfFile: "\(folder)/README.md", encoding: .utf8)
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0 != "README.md" }.sorted()
    #expect(pages == TranscriptScript.names.map { "\($0).md" })
    for page in pages { #expect(overview.contains("(\(page))"), "\(page)") }
  }

  private static let sources = ["sample"] + SampleCatalog.variantNames.map { "sample:\($0)" }

  private func page(named name: String) async throws -> TranscriptPage {
    let script = try TranscriptScript(named: name)
    var bridge: Bridge?
    var heard: [[[String]]] = []
    for part in script.parts {
      switch part {
      // Each section begins with applications that nobody has used.
      case .heading: bridge = nil
      case .prose: break
      case .run(let run):
        let server: Bridge
        if let bridge { server = bridge } else { server = try await Bridge(sources: Self.sources) }
        bridge = server
        heard.append(try await server.steps(of: run, with: script.client))
      }
    }
    return TranscriptPage(script: script, heard: heard)
  }
}

extension Bridge {
  /// What a client says at each step of a run.
  fileprivate func steps(
    of run: TranscriptScript.Run, with client: String
  ) async throws -> [[String]] {
    let target = "application[name=\"\(run.application)\"]"
    let verbosity = run.verbosity.map { ["--verbosity", $0] } ?? []
    let commands = run.steps.dropFirst().flatMap { ["--do", $0.command] }
    let result = try await self.client(
      ["--json", client, target, "--echo"] + verbosity + commands)
    #expect(result.standardError == "", "\(run.application)")
    var steps: [[String]] = [[]]
    for line in try jsonLines(result.standardOutput) {
      if line.text("kind") == "command" {
        steps.append([])
      } else if let text = line.text("text") {
        steps[steps.count - 1].append(line.number("interrupted") == 1 ? text + "—" : text)
      }
    }
    #expect(steps.count == run.steps.count, "\(run.application): \(steps)")
    return steps
  }
}
