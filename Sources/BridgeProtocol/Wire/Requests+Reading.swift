internal import AccessibilityTree
internal import CProtobuf

extension Target {
  init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__Target>?, _ field: String
  ) throws(Status) {
    guard let message = unsafe message else { throw .invalid(field, "is missing") }
    switch unsafe message.pointee.by_case {
    case A11Y__BRIDGE__V1__TARGET__BY_ELEMENT_ID:
      self = .id(try ElementID(wire: unsafe message.pointee.element_id, "\(field).element_id"))
    case A11Y__BRIDGE__V1__TARGET__BY_SELECTOR:
      self = .selector(try unsafe readText(message.pointee.selector, "\(field).selector"))
    default: throw .invalid(field, "names neither id nor selector")
    }
  }
}

/// How many values a list of a request may have.
private let maxListed = 1_024

func checkCount(_ count: Int, _ field: String) throws(Status) {
  guard count <= maxListed else {
    throw Status(
      .invalidArgument, "\(field) has \(count) entries, at most \(maxListed)",
      limit: UInt64(maxListed))
  }
}

/// The ids that a request names.
private func requestedIDs(
  _ values: UnsafeMutablePointer<UInt64>?, _ count: Int, _ field: String
) throws(Status) -> [ElementID] {
  try checkCount(count, field)
  return try unsafe ids(values, count, field)
}

extension ElementView {
  /// Unspecified is the full view.
  init(wire value: UInt32, _ field: String) throws(Status) {
    guard value != 0 else {
      self = .full
      return
    }
    guard let view = ElementView(rawValue: Int32(clamping: value)) else {
      throw .invalid(field, "is \(value), which is no view")
    }
    self = view
  }
}

extension GetServerInfoRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "GetServerInfoRequest", .request, a11y__bridge__v1__get_server_info_request__unpack
    ) { (message) throws(Status) in
      GetServerInfoRequest(restartTurnTimes: unsafe message.pointee.restart_turn_times != 0)
    }
  }
}

extension ListApplicationsRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "ListApplicationsRequest", .request,
      a11y__bridge__v1__list_applications_request__unpack
    ) { (_) throws(Status) in ListApplicationsRequest() }
  }
}

extension DiagnoseRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "DiagnoseRequest", .request, a11y__bridge__v1__diagnose_request__unpack
    ) { (_) throws(Status) in DiagnoseRequest() }
  }
}

extension GetTreeRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "GetTreeRequest", .request, a11y__bridge__v1__get_tree_request__unpack
    ) { (message) throws(Status) in try unsafe GetTreeRequest(message) }
  }

  private init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__GetTreeRequest>
  ) throws(Status) {
    let selector = try unsafe readText(message.pointee.selector, "GetTreeRequest.selector")
    let limit = Int(clamping: unsafe message.pointee.limit)
    self.init(
      roots: try unsafe requestedIDs(
        unsafe message.pointee.root_ids, unsafe message.pointee.n_root_ids,
        "GetTreeRequest.root_ids"),
      selector: selector.isEmpty ? nil : selector,
      view: try ElementView(wire: unsafe message.pointee.view.rawValue, "GetTreeRequest.view"),
      limit: limit == 0 ? nil : limit)
    if unsafe message.pointee.has_depth_case
      == A11Y__BRIDGE__V1__GET_TREE_REQUEST__HAS_DEPTH_DEPTH
    {
      depth = Int(unsafe message.pointee.depth)
    }
    guard roots.isEmpty || self.selector == nil else {
      throw .invalid("GetTreeRequest.selector", "is given together with roots: choose one")
    }
  }
}

extension FindRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "FindRequest", .request, a11y__bridge__v1__find_request__unpack
    ) { (message) throws(Status) in
      let token = try unsafe readText(message.pointee.page_token, "FindRequest.page_token")
      return FindRequest(
        selector: try unsafe readText(message.pointee.selector, "FindRequest.selector"),
        scope: ElementID(wire: unsafe message.pointee.scope_id),
        pageSize: Int(unsafe message.pointee.page_size), pageToken: token.isEmpty ? nil : token,
        view: try ElementView(wire: unsafe message.pointee.view.rawValue, "FindRequest.view"))
    }
  }
}

extension GetElementRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "GetElementRequest", .request, a11y__bridge__v1__get_element_request__unpack
    ) { (message) throws(Status) in
      GetElementRequest(
        target: try unsafe Target(message.pointee.target, "GetElementRequest.target"))
    }
  }
}

extension HitTestRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "HitTestRequest", .request, a11y__bridge__v1__hit_test_request__unpack
    ) { (message) throws(Status) in
      let number = unsafe message.pointee.space.rawValue
      let space = number == 0 ? .screen : CoordinateSpace(rawValue: UInt8(clamping: number))
      guard let space else {
        throw .invalid("HitTestRequest.space", "is \(number), which is no coordinate space")
      }
      return HitTestRequest(
        point: try unsafe Point(asked: message.pointee.point, "HitTestRequest.point"),
        space: space, scope: ElementID(wire: unsafe message.pointee.scope_id))
    }
  }
}

extension SubscribeRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "SubscribeRequest", .request, a11y__bridge__v1__subscribe_request__unpack
    ) { (message) throws(Status) in try unsafe SubscribeRequest(message) }
  }

  private init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__SubscribeRequest>
  ) throws(Status) {
    let selector = try unsafe readText(message.pointee.selector, "SubscribeRequest.selector")
    self.init(
      kinds: try unsafe Self.kinds(message),
      scopes: try unsafe requestedIDs(
        unsafe message.pointee.scope_ids, unsafe message.pointee.n_scope_ids,
        "SubscribeRequest.scope_ids"),
      selector: selector.isEmpty ? nil : selector, epoch: unsafe message.pointee.epoch,
      snapshotFirst: unsafe message.pointee.snapshot_first != 0,
      maxPendingNotifications: Int(unsafe message.pointee.max_pending_notifications))
    if unsafe message.pointee.has_since_case
      == A11Y__BRIDGE__V1__SUBSCRIBE_REQUEST__HAS_SINCE_SINCE
    {
      since = unsafe message.pointee.since
    }
    guard maxPendingNotifications <= Self.mostPendingNotifications else {
      throw Status(
        .invalidArgument,
        "SubscribeRequest.max_pending_notifications is \(maxPendingNotifications), "
          + "at most \(Self.mostPendingNotifications) may wait",
        limit: UInt64(Self.mostPendingNotifications))
    }
  }

  private static func kinds(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__SubscribeRequest>
  ) throws(Status) -> NotificationKinds {
    var kinds: NotificationKinds = []
    try checkCount(unsafe message.pointee.n_kinds, "SubscribeRequest.kinds")
    for index in 0..<(unsafe message.pointee.n_kinds) {
      let number = unsafe message.pointee.kinds[index].rawValue
      guard 1...9 ~= number else {
        throw .invalid("SubscribeRequest.kinds", "holds \(number), which is no kind")
      }
      kinds.insert(NotificationKinds(rawValue: 1 << (number - 1)))
    }
    return kinds.isEmpty ? .all : kinds
  }
}

extension WaitForRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "WaitForRequest", .request, a11y__bridge__v1__wait_for_request__unpack
    ) { (message) throws(Status) in
      WaitForRequest(
        target: try unsafe Target(message.pointee.target, "WaitForRequest.target"),
        condition: try unsafe WaitCondition(message))
    }
  }
}

extension WaitCondition {
  fileprivate init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__WaitForRequest>
  ) throws(Status) {
    let text = try unsafe readText(message.pointee.text, "WaitForRequest.text")
    switch unsafe message.pointee.condition.rawValue {
    case 0, 1: self = .appears
    case 2: self = .disappears
    case 3: self = .enabled
    case 4: self = .disabled
    case 5: self = .focused
    case 6: self = .valueEquals(text)
    case 7: self = .valueContains(text)
    case 8: self = .valueMatches(text)
    case 9: self = .count(Int(clamping: unsafe message.pointee.count))
    case 10: self = .stable(milliseconds: unsafe message.pointee.stable_ms)
    case 11: self = .checked
    case 12: self = .unchecked
    case 13: self = .visible
    case let number:
      throw .invalid("WaitForRequest.condition", "is \(number), which is no condition")
    }
  }
}

extension PerformRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "PerformRequest", .request, a11y__bridge__v1__perform_request__unpack
    ) { (message) throws(Status) in
      guard let command = unsafe message.pointee.command else {
        throw .invalid("PerformRequest.command", "is missing")
      }
      let settleMs = unsafe message.pointee.settle_ms
      guard settleMs <= Self.maxSettleMs else {
        throw Status(
          .invalidArgument,
          "PerformRequest.settle_ms is \(settleMs), at most \(Self.maxSettleMs)",
          limit: UInt64(Self.maxSettleMs))
      }
      return PerformRequest(
        target: try unsafe Target(message.pointee.target, "PerformRequest.target"),
        command: try unsafe ActionCommand(command),
        dropSource: try unsafe Self.dropSource(of: command),
        allowSynthesis: unsafe message.pointee.allow_synthesis != 0,
        quietMs: unsafe message.pointee.quiet_ms, settleMs: settleMs,
        answersImmediately: unsafe message.pointee.answer_immediately != 0)
    }
  }
}

extension PerformRequest {
  fileprivate static func dropSource(
    of command: UnsafeMutablePointer<A11y__Bridge__V1__ActionCommand>
  ) throws(Status) -> Target? {
    guard
      unsafe command.pointee.argument_case == A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_DROP,
      let drop = unsafe command.pointee.drop
    else { return nil }
    let source = try unsafe Target(drop.pointee.source, "DropTarget.source")
    if case .selector = source { return source }
    return nil
  }
}

extension VerifyRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "VerifyRequest", .request, a11y__bridge__v1__verify_request__unpack
    ) { (message) throws(Status) in
      VerifyRequest(application: ElementID(wire: unsafe message.pointee.application_id))
    }
  }
}

extension EchoRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "EchoRequest", .request, a11y__bridge__v1__echo_request__unpack
    ) { (message) throws(Status) in EchoRequest(payload: unsafe array(message.pointee.payload)) }
  }
}

extension GenerateRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "GenerateRequest", .request, a11y__bridge__v1__generate_request__unpack
    ) { (message) throws(Status) in
      let length = Int(unsafe message.pointee.payload_length)
      guard length <= Self.maxPayloadLength else {
        throw Status(
          .invalidArgument,
          "GenerateRequest.payload_length is \(length), at most \(Self.maxPayloadLength)",
          limit: UInt64(Self.maxPayloadLength))
      }
      return GenerateRequest(count: unsafe message.pointee.count, payloadLength: length)
    }
  }
}
