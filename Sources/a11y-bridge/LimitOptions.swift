internal import BridgeServer
internal import CommandLineOptions
internal import SafeText

/// The limits on the command line.
enum LimitOptions {
  static let specs: [OptionSpec] = [
    OptionSpec.text(
      "limit", "NAME=VALUE", suggesting: Limit.allCases.map { "\($0.name)=" },
      "Set one of the limits below"
    ).repeatable().environment("A11Y_BRIDGE_LIMITS"),
    OptionSpec.integer(
      "memory-limit", "MIB", in: 16...1_048_576,
      "Memory limit for all clients together, in MiB; the same as --limit memory"
    ).environment("A11Y_BRIDGE_MEMORY_LIMIT").defaulting(to: "128"),
  ]

  /// The list of limits in the help.
  static let list = HelpList(
    "Limits",
    Limit.allCases.map {
      ("\($0.name)=\($0.text($0.standard))", "\($0.summary) (\($0.rangeText))")
    })

  static func limits(_ parsed: ParsedCommand) throws(ProgramError) -> Limits {
    var limits = Limits()
    if let mebibytes = parsed.int("memory-limit") { limits[.memory] = mebibytes * 1024 * 1024 }
    var source = "--limit"
    if case .environment(let variable) = parsed.origin("limit") { source = variable }
    for text in parsed.strings("limit") {
      let (limit, value) = try setting(text, source)
      limits[limit] = value
    }
    return limits
  }

  /// - Parameter source: Where it was given.
  private static func setting(
    _ text: String, _ source: String
  ) throws(ProgramError) -> (Limit, Int) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let limit = Limit(name: String(parts[0])) else {
      let names = Limit.allCases.map(\.name)
      let meant = closest(to: parts[0].lowercased(), among: names)
      throw ProgramError(
        "\(source): there is no limit named '\(parts[0])'; "
          + (meant.map { "did you mean \($0)?" }
            ?? "the limits are \(names.joined(separator: ", "))"),
        isUsage: true)
    }
    guard parts.count == 2, let value = limit.value(of: String(parts[1])) else {
      throw ProgramError(
        "\(source) \(limit.name)=\(parts.dropFirst().joined()): give \(limit.requirement), "
          + "\(limit.rangeText)", isUsage: true)
    }
    return (limit, value)
  }
}
