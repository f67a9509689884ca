internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// The options of a command that set fields of the protocol. What a server advises names the field; the
/// command line adds the option.
struct FieldOptions: Sendable {
  /// The field and its option, where they do not have the same name.
  private static let known: [(field: String, option: String)] = [
    ("allow_synthesis", "synthesize"), ("snapshot_first", "snapshot"),
    ("quiet_ms", "quiet"), ("settle_ms", "settle"),
  ]

  private let options: [(field: String, option: String)]

  init(_ command: CommandSpec?) {
    let names = command?.options.map(\.name) ?? []
    options = Self.known.filter { names.contains($0.option) }
  }

  /// `--synthesize sets allow_synthesis.` for each field that a text names; empty where it names none.
  func advice(on text: String) -> String {
    options.filter { text.contains($0.field) }
      .map { "--\($0.option) sets \($0.field)." }.joined(separator: " ")
  }

  /// The status, with the options for the fields that it names at the end of its remedy.
  func advised(_ status: Status) -> Status {
    let remedy = status.detail?.remedy ?? ""
    let advice = advice(on: "\(status.message) \(remedy)")
    guard !advice.isEmpty else { return status }
    var copy = status
    var detail = status.detail ?? ErrorDetail(.unspecified)
    detail.remedy = [remedy, advice].filter { !$0.isEmpty }.joined(separator: " ")
    copy.detail = detail
    return copy
  }

  func advised(_ error: any Error) -> any Error {
    guard let status = (error as? ClientError)?.status else { return error }
    return ClientError.status(advised(status))
  }
}
