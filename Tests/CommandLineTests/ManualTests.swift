import CommandLineOptions
import Foundation
import Testing

@Suite struct `Manual pages` {
  /// Returns a page as `man` shows it, and what `man` complains about.
  private func shown(_ page: String) throws -> (text: String, warnings: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "man-\(UUID().uuidString).1")
    try page.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["man", "--warnings", "-E", "UTF-8", "-P", "cat", "-l", file.path]
    process.environment = ["PATH": "/usr/bin:/bin", "MANWIDTH": "200"]
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let warnings = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: text, as: UTF8.self), String(decoding: warnings, as: UTF8.self))
  }

  @Test(arguments: [SampleProgram.client, SampleProgram.server, SampleProgram.daemon])
  func `man shows a page without complaint, with every command and option`(
    program: Program
  ) throws {
    let (text, warnings) = try shown(try program.shown("--man"))
    #expect(warnings == "")
    #expect(text.contains("\(program.name) - \(program.summary)"))
    for command in program.commands {
      #expect(text.contains("\(program.name) \(command.name)"))
      #expect(text.contains(command.summary))
      for option in command.options { #expect(text.contains("--\(option.name)"), "\(option.name)") }
      for example in command.examples { #expect(text.contains(example), "\(text)") }
    }
    for option in program.options { #expect(text.contains("--\(option.name)"), "\(option.name)") }
    for example in program.examples { #expect(text.contains(example)) }
    #expect(text.contains("EXIT STATUS") == !program.exitCodes.isEmpty)
    for (code, meaning) in program.exitCodes.enumerated() {
      #expect(text.contains(try Regex("\n +\(code) +\(meaning)\n")), "\(text)")
    }
  }

  @Test func `what the formatter would read as its own is shown as it is written`() throws {
    let (text, _) = try shown(try SampleProgram.daemon.shown("--man"))
    #expect(text.contains("It's a \\ of 'quotes'."), "\(text)")
    #expect(text.contains(".Begins with a dot, and goes on..."))
    #expect(text.contains("a11y-bridge pair [OPTION...]"))
    #expect(text.contains("-n, --name NAME") && text.contains("a11y-bridge pair --name laptop"))
    #expect(text.contains("LIMITS") && text.contains("bridge-client(1)"))
  }
}
