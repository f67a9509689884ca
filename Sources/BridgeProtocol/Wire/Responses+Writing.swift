internal import AccessibilityTree

extension GetServerInfoResponse {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: 256) { writer in
      writer.text(1, version)
      writer.number(2, epoch)
      writer.number(3, revision)
      for source in sources {
        writer.message(4) {
          $0.text(1, source.name)
          $0.signed(2, source.phase.rawValue)
          $0.text(3, source.detail)
        }
      }
      writer.message(5) { $0.limits(limits) }
      writer.number(6, uptimeMs)
      writer.count(7, elementCount)
      writer.count(8, connectionCount)
      writer.count(9, subscriptionCount)
      writer.count(11, slowTurns)
      writer.number(12, longestTurnUs)
      writer.number(13, measuredTurnUs)
      writer.number(14, measuredTurnCPUUs)
      writer.message(15) { $0.memory(memory) }
    }
  }
}

extension ProtoWriter {
  fileprivate mutating func limits(_ limits: ServerLimits) {
    count32(1, limits.maxFrameLength)
    count32(2, limits.maxConcurrentCalls)
    count32(3, limits.maxConnections)
    count32(4, limits.maxSelectorLength)
    count32(5, limits.maxPageSize)
    count32(6, limits.maxLoggedRevisions)
  }
}

extension ListApplicationsResponse {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: 128 + applications.count * 128) { writer in
      writer.number(1, revision)
      for info in applications { writer.message(2) { $0.application(info) } }
    }
  }
}

extension GetTreeResponse {
  public func encoded() -> [UInt8] {
    ResponseBuilder.getTree(
      revision: revision, elements: elements.map(EncodedElement.init), last: isLast,
      omitted: omitted, total: total)
  }
}

extension FindResponse {
  public func encoded() -> [UInt8] {
    ResponseBuilder.find(
      revision: revision, elements: elements.map(EncodedElement.init), total: total,
      nextPageToken: nextPageToken, elapsedUs: elapsedUs)
  }
}

extension GetElementResponse {
  public func encoded() -> [UInt8] {
    ResponseBuilder.getElement(
      revision: revision, element: EncodedElement(element),
      ancestors: ancestors.map(EncodedElement.init), application: application)
  }
}

extension HitTestResponse {
  public func encoded() -> [UInt8] {
    ResponseBuilder.hitTest(revision: revision, element: element.map(EncodedElement.init))
  }
}

extension SubscribeResponse {
  public func encoded() -> [UInt8] {
    switch event {
    case .subscribed(let epoch, let revision):
      ResponseBuilder.subscribed(epoch: epoch, revision: revision)
    case .snapshot(let part):
      ResponseBuilder.subscribeSnapshot(
        revision: part.revision, elements: part.elements.map(EncodedElement.init),
        last: part.isLast, omitted: part.omitted, total: part.total)
    case .update(let update):
      ResponseBuilder.subscribeUpdate(EncodedUpdate(update))
    case .snapshotRequired(let since, let revision):
      ResponseBuilder.snapshotRequired(since: since, revision: revision)
    }
  }
}

extension WaitForResponse {
  public func encoded() -> [UInt8] {
    ResponseBuilder.waitFor(
      revision: revision, elements: elements.map(EncodedElement.init), total: total,
      waitedUs: waitedUs)
  }
}

extension PerformResponse {
  public func encoded() -> [UInt8] {
    ResponseBuilder.perform(receipt, update: receipt.update.map(EncodedUpdate.init))
  }
}

extension VerifyResponse {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: 256) { writer in
      writer.number(1, revision)
      for report in reports { writer.message(2) { $0.report(report) } }
    }
  }
}

extension ProtoWriter {
  fileprivate mutating func report(_ info: ApplicationReport) {
    let report = info.report
    id(1, report.application)
    text(2, info.name)
    count(3, report.compared)
    for difference in report.differences {
      message(4) {
        $0.id(1, difference.element)
        $0.text(2, difference.object)
        $0.text(3, difference.field)
        $0.text(4, difference.mirrored)
        $0.text(5, difference.live)
      }
    }
    count(5, info.differenceCount)
    count(6, report.transient)
    text(7, report.failure)
  }
}

extension DiagnoseResponse {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: 256) { writer in
      for finding in findings {
        writer.message(1) {
          $0.number(1, UInt64(finding.severity.rawValue))
          $0.text(2, finding.subject)
          $0.text(3, finding.message)
          $0.text(4, finding.remedy)
        }
      }
    }
  }
}

extension EchoResponse {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: payload.count + 8) { $0.blob(1, payload) }
  }
}

extension GenerateResponse {
  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: payload.count + 16) {
      $0.number(1, sequence)
      $0.blob(2, payload)
    }
  }
}
