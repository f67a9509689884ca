internal import AccessibilityTree

extension ProtoWriter {
  mutating func target(_ target: Target) {
    switch target {
    case .id(let id): number(1, present: id.rawValue)
    case .selector(let selector): text(2, present: selector)
    }
  }

  /// Bytes of a message, from its fields.
  static func bytes(capacity: Int = 64, _ body: (inout ProtoWriter) -> Void) -> [UInt8] {
    var writer = ProtoWriter(capacity: capacity)
    body(&writer)
    return writer.bytes
  }
}

extension GetServerInfoRequest {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: 2) { $0.flag(1, restartTurnTimes) }
  }
}

extension ListApplicationsRequest {
  public func encoded() -> [UInt8] { [] }
}

extension DiagnoseRequest {
  public func encoded() -> [UInt8] { [] }
}

extension GetTreeRequest {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.ids(1, roots)
      $0.text(2, selector ?? "")
      if let depth { $0.number(3, present: UInt64(UInt32(clamping: depth))) }
      $0.signed(4, view.rawValue)
      $0.count(5, limit ?? 0)
    }
  }
}

extension FindRequest {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.text(1, selector)
      $0.id(2, scope)
      $0.count32(3, pageSize)
      $0.text(4, pageToken ?? "")
      $0.signed(5, view.rawValue)
    }
  }
}

extension GetElementRequest {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes { $0.message(1) { $0.target(target) } }
  }
}

extension HitTestRequest {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.message(1) { $0.point(point) }
      $0.number(2, UInt64(space.rawValue))
      $0.id(3, scope)
    }
  }
}

extension SubscribeRequest {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      if kinds != .all { $0.bits(1, UInt64(kinds.rawValue)) }
      $0.ids(2, scopes)
      $0.text(3, selector ?? "")
      if let since { $0.number(4, present: since) }
      $0.number(5, epoch)
      $0.flag(6, snapshotFirst)
      $0.count32(7, maxPendingNotifications)
    }
  }
}

extension WaitForRequest {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.message(1) { $0.target(target) }
      $0.number(2, UInt64(condition.number))
      switch condition {
      case .valueEquals(let text), .valueContains(let text), .valueMatches(let text):
        $0.text(3, text)
      case .count(let count): $0.count(4, count)
      case .stable(let milliseconds): $0.number(5, UInt64(milliseconds))
      default: break
      }
    }
  }
}

extension WaitCondition {
  /// The value of `Condition` in the contract.
  var number: UInt32 {
    switch self {
    case .appears: 1
    case .disappears: 2
    case .enabled: 3
    case .disabled: 4
    case .focused: 5
    case .valueEquals: 6
    case .valueContains: 7
    case .valueMatches: 8
    case .count: 9
    case .stable: 10
    case .checked: 11
    case .unchecked: 12
    case .visible: 13
    }
  }
}

extension PerformRequest {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.message(1) { $0.target(target) }
      $0.message(2) { $0.command(command, dropSource: dropSource) }
      $0.flag(3, allowSynthesis)
      $0.number(4, UInt64(quietMs))
      $0.number(5, UInt64(settleMs))
      $0.flag(6, answersImmediately)
    }
  }
}

extension VerifyRequest {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes { $0.id(1, application) }
  }
}

extension EchoRequest {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: payload.count + 8) { $0.blob(1, payload) }
  }
}

extension GenerateRequest {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.number(1, count)
      $0.count32(2, payloadLength)
    }
  }
}
