import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

@testable import BridgeSecurity

/// An audit log in a directory of its own, written without a server.
struct AuditFixture {
  let place: TemporaryDirectory
  var options: AuditOptions

  init() throws {
    place = try TemporaryDirectory()
    options = AuditOptions(path: place.path("audit.jsonl"))
  }

  /// Opens the log, appends records, and closes it.
  func write(_ labels: String..., size: Int? = nil, kept: Int = 8) throws {
    try write(labels, size: size, kept: kept)
  }

  func write(_ labels: [String], size: Int? = nil, kept: Int = 8) throws {
    var options = options
    options.maxLength = size ?? options.maxLength
    options.keptFiles = kept
    let file = try AuditFile(options)
    for label in labels { try file.append([Self.record(label)]) }
    try file.append([])
    file.synchronize()
  }

  static func record(_ label: String) -> AuditRecord {
    var record = AuditRecord("action")
    record.add("label", label)
    return record
  }

  var text: String {
    get throws { try String(contentsOfFile: options.path, encoding: .utf8) }
  }

  var lines: [String] {
    get throws { try text.split(separator: "\n").map(String.init) }
  }

  func replace(_ lines: [String]) throws {
    try Data((lines.map { $0 + "\n" }.joined()).utf8).write(to: URL(filePath: options.path))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: options.path)
  }

  /// The files of the log, the oldest first.
  var files: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    let paths = names.filter { $0.hasPrefix("audit.jsonl") }.map(place.path)
    return paths.sorted { first(of: $0) < first(of: $1) }
  }

  private func first(of path: String) -> UInt64 {
    let bytes = (try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) } ?? []
    return AuditHead.firstNumber(in: bytes) ?? .max
  }

  /// Checks all files. Throws what is wrong first.
  @discardableResult
  func verify(
    expecting head: AuditHead? = nil, kept: KeptEnd? = nil, more: [String] = []
  ) throws -> AuditVerification {
    var verification =
      kept.map { AuditVerification(kept: $0) } ?? AuditVerification(expecting: head)
    for file in more + files {
      try verification.check([UInt8](Data(contentsOf: URL(filePath: file))), file: file)
    }
    try verification.finish(file: options.path)
    return verification
  }

  /// What is wrong first: the line, and why.
  func defect(
    expecting head: AuditHead? = nil, kept: KeptEnd? = nil, more: [String] = []
  ) -> AuditVerification.Defect? {
    do {
      try verify(expecting: head, kept: kept, more: more)
      return nil
    } catch {
      return error as? AuditVerification.Defect
    }
  }
}
