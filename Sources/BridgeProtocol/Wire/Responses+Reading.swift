internal import AccessibilityTree
internal import CProtobuf

extension GetServerInfoResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "GetServerInfoResponse", .response,
      a11y__bridge__v1__get_server_info_response__unpack
    ) { (message) throws(Status) in
      GetServerInfoResponse(
        version: try unsafe readText(message.pointee.version, "GetServerInfoResponse.version"),
        epoch: unsafe message.pointee.epoch, revision: unsafe message.pointee.revision,
        sources: try unsafe array(message.pointee.sources, message.pointee.n_sources) {
          (source) throws(Status) in try unsafe SourceInfo(source)
        },
        limits: unsafe ServerLimits(message.pointee.limits),
        uptimeMs: unsafe message.pointee.uptime_ms,
        elementCount: Int(clamping: unsafe message.pointee.element_count),
        connectionCount: Int(clamping: unsafe message.pointee.connection_count),
        subscriptionCount: Int(clamping: unsafe message.pointee.subscription_count),
        slowTurns: Int(clamping: unsafe message.pointee.slow_turns),
        longestTurnUs: unsafe message.pointee.longest_turn_us,
        measuredTurnUs: unsafe message.pointee.measured_turn_us,
        measuredTurnCPUUs: unsafe message.pointee.measured_turn_cpu_us,
        memory: try unsafe MemoryUsage(message.pointee.memory))
    }
  }
}

extension SourceInfo {
  fileprivate init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__Source>
  ) throws(Status) {
    let phase = Int32(clamping: unsafe message.pointee.phase.rawValue)
    self.init(
      name: try unsafe readText(message.pointee.name, "Source.name"),
      phase: SourcePhase(rawValue: phase) ?? .unavailable,
      detail: try unsafe readText(message.pointee.detail, "Source.detail"))
  }
}

extension ServerLimits {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Limits>?) {
    self.init()
    guard let message = unsafe message else { return }
    maxFrameLength = Int(unsafe message.pointee.max_frame_length)
    maxConcurrentCalls = Int(unsafe message.pointee.max_concurrent_calls)
    maxConnections = Int(unsafe message.pointee.max_connections)
    maxSelectorLength = Int(unsafe message.pointee.max_selector_length)
    maxPageSize = Int(unsafe message.pointee.max_page_size)
    maxLoggedRevisions = Int(unsafe message.pointee.max_logged_revisions)
  }
}

extension ListApplicationsResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "ListApplicationsResponse", .response,
      a11y__bridge__v1__list_applications_response__unpack
    ) { (message) throws(Status) in
      ListApplicationsResponse(
        revision: unsafe message.pointee.revision,
        applications: try unsafe array(
          message.pointee.applications, message.pointee.n_applications
        ) { (application) throws(Status) in try unsafe ApplicationInfo(application) })
    }
  }
}

extension GetTreeResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "GetTreeResponse", .response, a11y__bridge__v1__get_tree_response__unpack
    ) { (message) throws(Status) in try unsafe GetTreeResponse(message) }
  }

  fileprivate init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__GetTreeResponse>
  ) throws(Status) {
    self.init(
      revision: unsafe message.pointee.revision,
      elements: try unsafe BridgeProtocol.elements(
        message.pointee.elements, message.pointee.n_elements),
      isLast: unsafe message.pointee.last != 0,
      omitted: Int(clamping: unsafe message.pointee.omitted),
      total: Int(clamping: unsafe message.pointee.total))
  }
}

extension FindResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "FindResponse", .response, a11y__bridge__v1__find_response__unpack
    ) { (message) throws(Status) in
      let token = try unsafe readText(
        message.pointee.next_page_token, "FindResponse.next_page_token")
      return FindResponse(
        revision: unsafe message.pointee.revision,
        elements: try unsafe BridgeProtocol.elements(
          message.pointee.elements, message.pointee.n_elements),
        total: Int(clamping: unsafe message.pointee.total),
        nextPageToken: token.isEmpty ? nil : token, elapsedUs: unsafe message.pointee.elapsed_us)
    }
  }
}

extension GetElementResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "GetElementResponse", .response, a11y__bridge__v1__get_element_response__unpack
    ) { (message) throws(Status) in
      guard let element = unsafe message.pointee.element else {
        throw .invalid("GetElementResponse.element", "is missing")
      }
      var response = GetElementResponse(
        revision: unsafe message.pointee.revision, element: try unsafe Element(element),
        ancestors: try unsafe elements(message.pointee.ancestors, message.pointee.n_ancestors))
      if let application = unsafe message.pointee.application {
        response.application = try unsafe ApplicationInfo(application)
      }
      return response
    }
  }
}

extension HitTestResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "HitTestResponse", .response, a11y__bridge__v1__hit_test_response__unpack
    ) { (message) throws(Status) in
      var response = unsafe HitTestResponse(revision: message.pointee.revision)
      if let element = unsafe message.pointee.element {
        response.element = try unsafe Element(element)
      }
      return response
    }
  }
}

extension SubscribeResponse: WireMessage {
  /// An event that is not known is `UNIMPLEMENTED`: a newer server sends it, and it may be passed
  /// over.
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "SubscribeResponse", .response, a11y__bridge__v1__subscribe_response__unpack
    ) { (message) throws(Status) in try unsafe SubscribeResponse(message) }
  }

  private init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__SubscribeResponse>
  ) throws(Status) {
    switch unsafe message.pointee.event_case {
    case A11Y__BRIDGE__V1__SUBSCRIBE_RESPONSE__EVENT_SUBSCRIBED:
      guard let event = unsafe message.pointee.subscribed else { throw Self.unknown }
      unsafe self.init(
        .subscribed(epoch: event.pointee.epoch, revision: event.pointee.revision))
    case A11Y__BRIDGE__V1__SUBSCRIBE_RESPONSE__EVENT_SNAPSHOT:
      guard let event = unsafe message.pointee.snapshot else { throw Self.unknown }
      self.init(.snapshot(try unsafe GetTreeResponse(event)))
    case A11Y__BRIDGE__V1__SUBSCRIBE_RESPONSE__EVENT_UPDATE:
      guard let event = unsafe message.pointee.update else { throw Self.unknown }
      self.init(.update(try unsafe TreeUpdate(event)))
    case A11Y__BRIDGE__V1__SUBSCRIBE_RESPONSE__EVENT_SNAPSHOT_REQUIRED:
      guard let event = unsafe message.pointee.snapshot_required else { throw Self.unknown }
      unsafe self.init(
        .snapshotRequired(since: event.pointee.since, revision: event.pointee.revision))
    default: throw Self.unknown
    }
  }

  private static var unknown: Status {
    Status(.unimplemented, "SubscribeResponse.event is none that is known")
  }
}

extension WaitForResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "WaitForResponse", .response, a11y__bridge__v1__wait_for_response__unpack
    ) { (message) throws(Status) in
      WaitForResponse(
        revision: unsafe message.pointee.revision,
        elements: try unsafe BridgeProtocol.elements(
          message.pointee.elements, message.pointee.n_elements),
        total: Int(clamping: unsafe message.pointee.total),
        waitedUs: unsafe message.pointee.waited_us)
    }
  }
}

extension PerformResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "PerformResponse", .response, a11y__bridge__v1__perform_response__unpack
    ) { (message) throws(Status) in
      guard let receipt = unsafe message.pointee.receipt else {
        throw .invalid("PerformResponse.receipt", "is missing")
      }
      return PerformResponse(receipt: try unsafe Receipt(receipt))
    }
  }
}

extension Receipt {
  fileprivate init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__Receipt>
  ) throws(Status) {
    let outcome = Int32(clamping: unsafe message.pointee.outcome.rawValue)
    self.init(
      outcome: Outcome(rawValue: outcome) ?? .unconfirmed,
      element: ElementID(wire: unsafe message.pointee.element_id),
      means: try unsafe readText(message.pointee.means, "Receipt.means"),
      revisionBefore: unsafe message.pointee.revision_before,
      revisionAfter: unsafe message.pointee.revision_after,
      performedUs: unsafe message.pointee.performed_us,
      settledUs: unsafe message.pointee.settled_us, isQuiet: unsafe message.pointee.quiet != 0)
    if let refusal = unsafe message.pointee.refusal { self.refusal = try unsafe Status(refusal) }
    if let update = unsafe message.pointee.update { self.update = try unsafe TreeUpdate(update) }
  }
}

extension VerifyResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "VerifyResponse", .response, a11y__bridge__v1__verify_response__unpack
    ) { (message) throws(Status) in
      VerifyResponse(
        revision: unsafe message.pointee.revision,
        reports: try unsafe array(message.pointee.reports, message.pointee.n_reports) {
          (report) throws(Status) in try unsafe ApplicationReport(report)
        })
    }
  }
}

extension ApplicationReport {
  fileprivate init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__VerifyReport>
  ) throws(Status) {
    let differences = try unsafe array(
      message.pointee.differences, message.pointee.n_differences
    ) { (difference) throws(Status) in
      VerifyReport.Difference(
        element: ElementID(wire: unsafe difference.pointee.element_id),
        object: try unsafe readText(difference.pointee.object, "Difference.object"),
        field: try unsafe readText(difference.pointee.field, "Difference.field"),
        mirrored: try unsafe readText(difference.pointee.mirrored, "Difference.mirrored"),
        live: try unsafe readText(difference.pointee.live, "Difference.live"))
    }
    self.init(
      name: try unsafe readText(message.pointee.name, "VerifyReport.name"),
      report: VerifyReport(
        application: try ElementID(
          wire: unsafe message.pointee.application_id, "VerifyReport.application_id"),
        compared: Int(clamping: unsafe message.pointee.compared), differences: differences,
        transient: Int(clamping: unsafe message.pointee.transient_count),
        failure: try unsafe readText(message.pointee.failure, "VerifyReport.failure")),
      differenceCount: Int(clamping: unsafe message.pointee.difference_count))
  }
}

extension DiagnoseResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "DiagnoseResponse", .response, a11y__bridge__v1__diagnose_response__unpack
    ) { (message) throws(Status) in
      DiagnoseResponse(
        findings: try unsafe array(message.pointee.findings, message.pointee.n_findings) {
          (finding) throws(Status) in
          let severity = UInt8(clamping: unsafe finding.pointee.severity.rawValue)
          return Finding(
            Finding.Severity(rawValue: severity) ?? .note,
            try unsafe readText(finding.pointee.subject, "Finding.subject"),
            try unsafe readText(finding.pointee.message, "Finding.message"),
            remedy: try unsafe readText(finding.pointee.remedy, "Finding.remedy"))
        })
    }
  }
}

extension EchoResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "EchoResponse", .response, a11y__bridge__v1__echo_response__unpack
    ) { (message) throws(Status) in
      EchoResponse(payload: unsafe array(message.pointee.payload))
    }
  }
}

extension GenerateResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "GenerateResponse", .response, a11y__bridge__v1__generate_response__unpack
    ) { (message) throws(Status) in
      GenerateResponse(
        sequence: unsafe message.pointee.sequence, payload: unsafe array(message.pointee.payload))
    }
  }
}
