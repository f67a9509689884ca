internal import BridgeProtocol

/// The rows of `info` about the server's memory.
enum MemoryText {
  static func rows(_ memory: MemoryUsage) -> [[String]] {
    // A server of an older release does not report it.
    guard memory.limit > 0 else { return [] }
    var rows = [
      [
        "memory for clients",
        "\(size(memory.used)) of \(size(memory.limit)), peak \(size(memory.peak))",
      ]
    ]
    let largest = memory.uses.filter { $0.bytes >= 64 * 1024 }.sorted { $0.bytes > $1.bytes }
    if !largest.isEmpty {
      rows.append(["", largest.map { "\($0.purpose) \(size($0.bytes))" }.joined(separator: ", ")])
    }
    if !memory.largestConnection.isEmpty {
      rows.append([
        "",
        "largest connection: \(memory.largestConnection), \(size(memory.largestConnectionBytes))",
      ])
    }
    let denied = [
      (memory.endedConnections, "connections ended"), (memory.refusedCalls, "calls refused"),
      (memory.lostBacklogs, "backlogs discarded"),
      (memory.droppedNotifications, "notifications dropped"),
    ].filter { $0.0 > 0 }
    if !denied.isEmpty {
      rows.append(["", denied.map { "\($0.0) \($0.1)" }.joined(separator: ", ")])
    }
    return rows
  }

  /// A size as text: "12 KB", "3.4 MB".
  private static func size(_ bytes: UInt64) -> String {
    let kilobytes = bytes / 1024
    guard kilobytes >= 1024 else { return "\(kilobytes) KB" }
    return "\(kilobytes / 1024).\(kilobytes % 1024 * 10 / 1024) MB"
  }
}
