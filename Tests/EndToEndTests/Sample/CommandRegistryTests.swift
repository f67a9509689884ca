import BridgeTestSupport
import Foundation
import Testing

@testable import bridge_client

@Suite
struct `The registry of the client's commands` {
  private struct Source {
    let folder: String
    /// The source without comments.
    let text: String

    /// The types that are declared at the top level and visible in other files.
    var types: [String] {
      text.matches(of: #/(?m)^(?:public |final )*(?:struct|class|enum|protocol|actor) (\w+)/#)
        .map { String($0.1) }
    }

    var words: Set<String> {
      Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    }
  }

  private static func sources() throws -> [Source] {
    let root = Places.root + "/Sources/bridge-client/"
    let files = try #require(FileManager.default.enumerator(atPath: root))
    var sources: [Source] = []
    for case let path as String in files where path.hasSuffix(".swift") {
      let text = try String(contentsOfFile: root + path, encoding: .utf8)
      let parts = path.split(separator: "/")
      sources.append(
        Source(
          folder: parts.count > 1 ? String(parts[0]) : "",
          text: text.replacing(#/(?m)//.*$/#, with: "")))
    }
    return sources
  }

  /// Returns the types that conform to `ClientCommand`, or to a protocol that refines it.
  private static func declaredCommands() throws -> Set<String> {
    let sources = try sources()
    var protocols: Set = ["ClientCommand"]
    var commands: Set<String> = []
    // Once for the refining protocols, and once more for the types that conform to these.
    for _ in 0..<2 {
      for source in sources {
        let pattern = #/(protocol|struct|class|enum|actor|extension) (\w+): ([\w, &\n]+)/#
        for match in source.text.matches(of: pattern) {
          let parents = match.3.split { !$0.isLetter && !$0.isNumber }.map(String.init)
          guard !protocols.isDisjoint(with: parents) else { continue }
          if match.1 == "protocol" {
            protocols.insert(String(match.2))
          } else {
            commands.insert(String(match.2))
          }
        }
      }
    }
    return commands
  }

  @Test func `every declared command is registered`() throws {
    let registered = Set(ClientProgram.commands.map { "\($0)" })
    #expect(try Self.declaredCommands() == registered)
  }

  @Test func `every file of a command declares one that is registered`() throws {
    let registered = ClientProgram.commands.map { "\($0)" }
    let root = Places.root + "/Sources/bridge-client/Commands"
    let files = try #require(FileManager.default.enumerator(atPath: root))
    var names: [String] = []
    for case let path as String in files where path.hasSuffix("Command.swift") {
      names.append(URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent)
    }
    #expect(names.count > 20, "the folder was read")
    #expect(names.filter { !registered.contains($0) } == [])
  }

  @Test func `names are registered once`() {
    let names = ClientProgram.commands.map { $0.spec.name }
    #expect(names.count == Set(names).count)
    #expect(ClientProgram.description.commands.map(\.name) == names)
  }

  /// The folders of the program that each folder may use, besides itself.
  private static let uses: [(folder: String, others: Set<String>)] = [
    ("Commands", ["Assistive", "Bench", "Support", "Terminal"]),
    ("Assistive", ["Support", "Terminal"]),
    ("Bench", ["Support"]),
    ("Terminal", ["Support"]),
    ("Support", []),
  ]

  @Test(arguments: uses)
  func `folders use each other in one direction`(folder: String, others: Set<String>) throws {
    let sources = try Self.sources()
    #expect(Set(sources.map(\.folder)) == Set(Self.uses.map(\.folder)).union([""]))
    let foreign = sources.filter { $0.folder != folder && !others.contains($0.folder) }
      .flatMap(\.types)
    #expect(!foreign.isEmpty)
    for source in sources where source.folder == folder {
      #expect(source.words.intersection(foreign) == [])
    }
  }
}
