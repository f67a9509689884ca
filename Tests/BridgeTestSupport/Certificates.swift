/// A CA with the certificates that it signed, each with its key, in files of a directory of their own.
public final class Certificates: Sendable {
  /// Where the files are.
  public let directory: TemporaryDirectory

  /// Makes them anew, which takes about a second.
  public init() async throws {
    directory = try TemporaryDirectory()
    let result = try await Subprocess.run(
      Places.fixture("programs/make-certificates.sh"), [directory.path])
    guard result.code == 0 else { throw CertificatesNotMade(result.standardError) }
  }

  /// The path of a certificate.
  public func path(_ name: String) -> String { file("\(name).pem") }

  /// The path of a file beside the certificates, which need not exist.
  public func file(_ name: String) -> String { directory.path(name) }
}

/// The program that makes certificates has failed.
public struct CertificatesNotMade: Error, CustomStringConvertible {
  public let description: String

  init(_ output: String) {
    description = "certificates cannot be made: \(output)"
  }
}
