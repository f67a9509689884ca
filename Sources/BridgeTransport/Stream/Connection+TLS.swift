internal import CLinux
internal import Glibc

extension Connection {
  /// This end of the TLS connection; `nil` when the connection is plain, or that is not known yet.
  public var tls: TLSEngine? { layer?.engine }

  /// Whether the connection is encrypted, or its first byte decides whether it is.
  public var mayBeEncrypted: Bool { layer != nil }

  /// Encrypts the connection from now on. Must be called before anything is sent or received.
  public func startTLS(_ engine: TLSEngine) {
    layer = TLSLayer(.running(engine))
    do throws(TLSError) {
      try engine.start()
      flushLater()
    } catch {
      failTLS(error)
    }
  }

  /// Whether a TLS handshake has begun and not ended.
  public var isShaking: Bool { layer?.engine?.state == .handshaking }

  /// Takes a peer that has not sent a byte for one that does not speak TLS, so that it can be told something.
  public func settleUndecided() {
    if case .undecided? = layer?.stage { layer = nil }
  }

  /// Lets the first byte that arrives decide whether the connection is encrypted.
  func awaitTLS(_ acceptance: TLSAcceptance) {
    layer = TLSLayer(.undecided(acceptance))
  }
}

// MARK: Reading

extension Connection {
  /// Handles bytes from the socket of a connection that is, or may be, encrypted.
  func receive(_ bytes: UnsafeRawBufferPointer, through layer: TLSLayer) {
    switch layer.stage {
    case .running(let engine):
      // What was held back comes first.
      if layer.held.isEmpty {
        unsafe decrypt(bytes, engine, layer)
      } else {
        unsafe layer.held.append(contentsOf: bytes)
      }
    case .undecided(let acceptance): unsafe decide(bytes, acceptance, layer)
    }
  }

  private func decide(
    _ bytes: UnsafeRawBufferPointer, _ acceptance: TLSAcceptance, _ layer: TLSLayer
  ) {
    guard let first = unsafe layer.held.first ?? bytes.first else { return }
    if first == 0x16 {
      do throws(TLSError) {
        startTLS(try TLSEngine(server: acceptance.context))
      } catch {
        return failTLS(error)
      }
      if let layer = self.layer { unsafe receive(bytes, through: layer) }
      return
    }
    guard acceptance.isRequired else {
      self.layer = nil
      unsafe deliver(bytes.bytes)
      if !output.isEmpty { flushLater() }
      return
    }
    unsafe layer.held.append(contentsOf: bytes)
    guard let answer = acceptance.answerToPlain(layer.held) else { return }
    self.layer = nil
    send(answer)
    refusal = .notTLS(firstByte: first)
    closeAfterFlush()
  }

  private func decrypt(
    _ bytes: UnsafeRawBufferPointer, _ engine: TLSEngine, _ layer: TLSLayer
  ) {
    let wasShaking = engine.state == .handshaking
    // A connection that is being closed still needs its handshake, to send what it has to say.
    guard isOpen || wasShaking else { return }
    if !wasShaking { scratch.tls.warm.use(engine) }
    do throws(TLSError) {
      let rest = try unsafe engine.receive(bytes, scratch: scratch.tls.plain) { plain in
        guard isOpen else { return false }
        reportSecured()
        onBytes?(plain)
        return isOpen && !flags.contains(.readingPaused)
      }
      if rest > 0, isOpen, engine.state == .open {
        layer.held = unsafe Array(UnsafeRawBufferPointer(rebasing: bytes.suffix(rest)))
      }
    } catch {
      return failTLS(error)
    }
    if wasShaking, engine.canSend { reportSecured() }
    if engine.outputCount > 0 || (wasShaking && engine.canSend) { flushLater() }
    if engine.state == .finished, !flags.contains(.peerFinished) { peerFinished() }
  }

  private func reportSecured() {
    let onSecured = self.onSecured
    self.onSecured = nil
    onSecured?()
  }

  /// Decrypts and delivers what was held back, until reading is paused again. Returns whether there was any.
  @discardableResult
  func deliverHeld(evenPaused: Bool = false) -> Bool {
    guard isOpen, evenPaused || !flags.contains(.readingPaused), let layer,
      let engine = layer.engine,
      !layer.held.isEmpty
    else { return false }
    let bytes = layer.held
    layer.held = []
    unsafe bytes.withUnsafeBytes { unsafe decrypt($0, engine, layer) }
    return true
  }

  /// Ends a connection whose TLS has failed. The other end is told by an alert, if the engine has made one.
  private func failTLS(_ error: TLSError) {
    if let fd = descriptor?.rawValue, let engine = tls {
      _ = unsafe engine.withOutput { bytes in
        unsafe Glibc.send(fd, bytes.baseAddress, bytes.count, Self.sendFlags)
      }
      shutdown(fd, Int32(SHUT_WR))
    }
    finish(.tls(error))
  }
}

// MARK: Writing

extension Connection {
  private static let sendFlags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
  /// The maximum number of plain bytes that are encrypted before the socket takes them.
  private static let sealedAhead = 64 * 1024

  /// Encrypts and writes as `writeQueued` does.
  func writeSealed(_ layer: TLSLayer, limit: Int) {
    guard let fd = descriptor?.rawValue, let engine = layer.engine else { return }
    if engine.canSend { scratch.tls.warm.use(engine) }
    var total = 0
    do throws(SystemError) {
      while total < limit {
        if engine.outputCount == 0 {
          guard engine.canSend, !output.isEmpty else { break }
          if let error = seal(engine) { return failTLS(error) }
        }
        let size = engine.outputCount
        let written =
          try attempt("send") {
            unsafe engine.withOutput { bytes in
              unsafe Glibc.send(fd, bytes.baseAddress, bytes.count, Self.sendFlags)
            }
          } ?? 0
        engine.sent(written)
        bytesSent &+= UInt64(written)
        total += written
        if written < size {
          flags.insert(.blocked)
          break
        }
      }
    } catch {
      return failWriting(error)
    }
    chargeSealed(layer)
    wrote(total, canContinue: engine.outputCount > 0 || (engine.canSend && !output.isEmpty))
  }

  /// Encrypts queued bytes in records that are as full as possible.
  private func seal(_ engine: TLSEngine) -> TLSError? {
    var sealed = 0
    var failure: TLSError?
    _ = output.gather(scratch) { pieces, bytes in
      engine.reserve(min(bytes, Self.sealedAhead))
      var records = unsafe RecordWriter(engine, buffer: scratch.tls.record)
      do throws(TLSError) {
        for index in 0..<pieces where sealed < Self.sealedAhead {
          let piece = unsafe scratch.iovecs[index]
          let count = unsafe min(piece.iov_len, Self.sealedAhead - sealed)
          try unsafe records.write(UnsafeRawBufferPointer(start: piece.iov_base, count: count))
          sealed += count
        }
        try records.flush()
      } catch {
        failure = error
      }
      return sealed
    }
    if failure == nil { output.consume(sealed, scratch) }
    return failure
  }

  /// Accounts for encrypted bytes that wait.
  func chargeSealed(_ layer: TLSLayer) {
    let count = descriptor == nil ? 0 : layer.engine?.outputCount ?? 0
    scratch.queuedMemory += count - layer.charged
    layer.charged = count
  }

  /// Whether the end of what is sent was announced, or need not be.
  func sayGoodbye() -> Bool {
    guard let layer, let engine = layer.engine, engine.canSend, !layer.hasSaidGoodbye else {
      return true
    }
    layer.hasSaidGoodbye = true
    engine.finish()
    writeQueued()
    return false
  }
}

/// Collects pieces to full records.
@safe private struct RecordWriter {
  private let engine: TLSEngine
  private let buffer: UnsafeMutableRawBufferPointer
  private var count = 0

  init(_ engine: TLSEngine, buffer: UnsafeMutableRawBufferPointer) {
    self.engine = engine
    unsafe self.buffer = buffer
  }

  mutating func write(_ piece: UnsafeRawBufferPointer) throws(TLSError) {
    var rest = unsafe piece[...]
    while unsafe !rest.isEmpty {
      // Whole records need no copy.
      let whole = unsafe count == 0 ? rest.count / buffer.count * buffer.count : 0
      if whole > 0 {
        try unsafe engine.send(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)))
        unsafe rest = rest.dropFirst(whole)
        continue
      }
      let part = unsafe UnsafeRawBufferPointer(rebasing: rest.prefix(buffer.count - count))
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: part)
      count += part.count
      unsafe rest = rest.dropFirst(part.count)
      if unsafe count == buffer.count { try flush() }
    }
  }

  mutating func flush() throws(TLSError) {
    guard count > 0 else { return }
    try unsafe engine.send(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    count = 0
  }
}
