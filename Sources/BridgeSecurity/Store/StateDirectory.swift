public import BridgeTransport
internal import Glibc

/// Where a program keeps its keys and what it trusts: `$XDG_STATE_HOME/PROGRAM`, or `~/.local/state/PROGRAM`.
public enum StateDirectory {
  public static func path(for program: String) -> String? {
    UserDirectories.state.map { "\($0)/\(program)" }
  }

  /// Opens it.
  ///
  /// - Parameter create: Whether to make it where it is missing. Otherwise the result is `nil` then.
  public static func open(
    for program: String, create: Bool
  ) throws(StateError) -> PrivateDirectory? {
    guard let path = path(for: program) else {
      if !create { return nil }
      throw StateError(
        "there is no place for keys: neither XDG_STATE_HOME nor HOME is set")
    }
    do throws(PrivateFileError) {
      return try PrivateDirectory(path, create: create)
    } catch {
      throw StateError(error.message)
    }
  }
}

/// Why keys and what is trusted cannot be read or written.
public struct StateError: Error, Equatable, Sendable, CustomStringConvertible {
  public let message: String

  public init(_ message: String) {
    self.message = message
  }

  public var description: String { message }
}

extension PrivateDirectory {
  private static let identityFile = "identity.pem"

  /// The file of this program's key and certificate.
  public var identityPath: String { path(Self.identityFile) }

  /// This program's key and certificate, made on first use.
  public func identity() throws(StateError) -> TLSIdentity {
    if let stored = try file(Self.identityFile) { return try tried(try usable(stored)) }
    let made: [UInt8]
    do throws(TLSError) {
      made = try TLSIdentity.make(named: Machine.name)
    } catch {
      throw StateError(error.message)
    }
    do throws(PrivateFileError) {
      if try create(Self.identityFile, made) { return TLSIdentity(pem: made) }
    } catch {
      throw StateError(error.message)
    }
    // Another program has made one meanwhile: that one counts.
    return try usable(try file(Self.identityFile) ?? [])
  }

  /// The key and certificate; `nil` when none were made yet.
  public func identityIfMade() throws(StateError) -> TLSIdentity? {
    guard let stored = try file(Self.identityFile) else { return nil }
    return try usable(stored)
  }

  private func file(_ name: String) throws(StateError) -> [UInt8]? {
    do throws(PrivateFileError) {
      return try read(name)
    } catch {
      throw StateError(error.message)
    }
  }

  /// Returns an identity whose key is one and fits its certificate.
  private func tried(_ identity: TLSIdentity) throws(StateError) -> TLSIdentity {
    do throws(TLSError) {
      _ = try TLSContext(.client, identity: identity)
      return identity
    } catch {
      throw StateError("\(identityPath): \(error.message); remove it, and pair again")
    }
  }

  private func usable(_ pem: [UInt8]) throws(StateError) -> TLSIdentity {
    let identity = TLSIdentity(pem: pem)
    guard identity.fingerprint != nil else {
      throw StateError(
        "\(path(Self.identityFile)) has no certificate; remove it, and pair again")
    }
    return identity
  }
}

/// The machine that this program runs on.
public enum Machine {
  /// Its host name, or "localhost".
  public static var name: String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let result = unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return Int32(-1) }
      return unsafe gethostname(start.assumingMemoryBound(to: CChar.self), buffer.count - 1)
    }
    let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    return result == 0 && !name.isEmpty ? name : "localhost"
  }
}
