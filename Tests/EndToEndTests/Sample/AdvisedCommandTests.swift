import BridgeTestSupport
import Foundation
import Testing

@testable import bridge_client

/// What refusals and errors advise to run, as it is written in the sources.
@Suite
struct `The commands that are advised` {
  /// What begins a command in a text: the name of the client, an instruction, or the quotation mark of a step on an element.
  private static var patterns: [Regex<(Substring, Substring)>] {
    [
      #/'bridge-client ([a-z][a-z-]*)/#, #/Run \\"((?:\\\(.*?\)|[^" ])+) /#,
      #/\\"([a-z-]+) '\\\(/#,
    ]
  }

  /// Returns the words that may stand for a part of a text: itself, or those that it chooses from.
  private static func words(of text: Substring) -> [String] {
    guard text.hasPrefix("\\(") else { return [String(text)] }
    return text.matches(of: #/"([^"]*)"/#).map { String($0.1) }
  }

  @Test
  func `exist`() throws {
    let known = Set(ClientProgram.commands.map { $0.spec.name }).union(["help"])
    let root = Places.root + "/Sources/"
    let files = try #require(FileManager.default.enumerator(atPath: root))
    var found: Set<String> = []
    for case let path as String in files where path.hasSuffix(".swift") {
      let lines = try String(contentsOfFile: root + path, encoding: .utf8).split(separator: "\n")
      for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for match in Self.patterns.flatMap({ line.matches(of: $0) }) {
          let words = Self.words(of: match.1)
          #expect(!words.isEmpty, "\(path) does not tell which commands it may name: \(line)")
          for word in words {
            #expect(known.contains(word), "\(path) advises the command '\(word)'")
            found.insert(word)
          }
        }
      }
    }
    #expect(found.isSuperset(of: ["keys", "escape", "press", "menu", "collapse", "increment"]))
  }
}
