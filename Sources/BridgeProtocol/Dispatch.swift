// Generated from proto/ by scripts/generate-protobuf.sh: change the contract and run `make proto`.
// swift-format-ignore-file

internal import CProtobuf

extension Method {
  /// The types of the method's request and response.
  package var messages: (request: any WireMessage.Type, response: any WireMessage.Type) {
    switch self {
    case .getServerInfo: (GetServerInfoRequest.self, GetServerInfoResponse.self)
    case .listApplications: (ListApplicationsRequest.self, ListApplicationsResponse.self)
    case .getTree: (GetTreeRequest.self, GetTreeResponse.self)
    case .getOutline: (GetOutlineRequest.self, GetOutlineResponse.self)
    case .find: (FindRequest.self, FindResponse.self)
    case .getElement: (GetElementRequest.self, GetElementResponse.self)
    case .hitTest: (HitTestRequest.self, HitTestResponse.self)
    case .subscribe: (SubscribeRequest.self, SubscribeResponse.self)
    case .watchMatches: (WatchMatchesRequest.self, WatchMatchesResponse.self)
    case .listAnnouncements: (ListAnnouncementsRequest.self, ListAnnouncementsResponse.self)
    case .waitFor: (WaitForRequest.self, WaitForResponse.self)
    case .perform: (PerformRequest.self, PerformResponse.self)
    case .runSteps: (RunStepsRequest.self, RunStepsResponse.self)
    case .verify: (VerifyRequest.self, VerifyResponse.self)
    case .diagnose: (DiagnoseRequest.self, DiagnoseResponse.self)
    case .echo: (EchoRequest.self, EchoResponse.self)
    case .generate: (GenerateRequest.self, GenerateResponse.self)
    }
  }
}

extension GetServerInfoRequest: UnaryRequest {
  public typealias Response = GetServerInfoResponse
  public static var method: Method { .getServerInfo }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "GetServerInfoRequest", .request, a11y__bridge__v1__get_server_info_request__unpack) {
      (message) throws(Status) in try unsafe GetServerInfoRequest(message)
    }
  }
}

extension GetServerInfoResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "GetServerInfoResponse", .response, a11y__bridge__v1__get_server_info_response__unpack) {
      (message) throws(Status) in try unsafe GetServerInfoResponse(message)
    }
  }
}

extension ListApplicationsRequest: UnaryRequest {
  public typealias Response = ListApplicationsResponse
  public static var method: Method { .listApplications }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "ListApplicationsRequest", .request, a11y__bridge__v1__list_applications_request__unpack) {
      (message) throws(Status) in try unsafe ListApplicationsRequest(message)
    }
  }
}

extension ListApplicationsResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "ListApplicationsResponse", .response, a11y__bridge__v1__list_applications_response__unpack) {
      (message) throws(Status) in try unsafe ListApplicationsResponse(message)
    }
  }
}

extension GetTreeRequest: StreamRequest {
  public typealias Response = GetTreeResponse
  public static var method: Method { .getTree }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "GetTreeRequest", .request, a11y__bridge__v1__get_tree_request__unpack) {
      (message) throws(Status) in try unsafe GetTreeRequest(message)
    }
  }
}

extension GetTreeResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "GetTreeResponse", .response, a11y__bridge__v1__get_tree_response__unpack) {
      (message) throws(Status) in try unsafe GetTreeResponse(message)
    }
  }
}

extension GetOutlineRequest: UnaryRequest {
  public typealias Response = GetOutlineResponse
  public static var method: Method { .getOutline }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "GetOutlineRequest", .request, a11y__bridge__v1__get_outline_request__unpack) {
      (message) throws(Status) in try unsafe GetOutlineRequest(message)
    }
  }
}

extension GetOutlineResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "GetOutlineResponse", .response, a11y__bridge__v1__get_outline_response__unpack) {
      (message) throws(Status) in try unsafe GetOutlineResponse(message)
    }
  }
}

extension FindRequest: UnaryRequest {
  public typealias Response = FindResponse
  public static var method: Method { .find }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "FindRequest", .request, a11y__bridge__v1__find_request__unpack) {
      (message) throws(Status) in try unsafe FindRequest(message)
    }
  }
}

extension FindResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "FindResponse", .response, a11y__bridge__v1__find_response__unpack) {
      (message) throws(Status) in try unsafe FindResponse(message)
    }
  }
}

extension GetElementRequest: UnaryRequest {
  public typealias Response = GetElementResponse
  public static var method: Method { .getElement }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "GetElementRequest", .request, a11y__bridge__v1__get_element_request__unpack) {
      (message) throws(Status) in try unsafe GetElementRequest(message)
    }
  }
}

extension GetElementResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "GetElementResponse", .response, a11y__bridge__v1__get_element_response__unpack) {
      (message) throws(Status) in try unsafe GetElementResponse(message)
    }
  }
}

extension HitTestRequest: UnaryRequest {
  public typealias Response = HitTestResponse
  public static var method: Method { .hitTest }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "HitTestRequest", .request, a11y__bridge__v1__hit_test_request__unpack) {
      (message) throws(Status) in try unsafe HitTestRequest(message)
    }
  }
}

extension HitTestResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "HitTestResponse", .response, a11y__bridge__v1__hit_test_response__unpack) {
      (message) throws(Status) in try unsafe HitTestResponse(message)
    }
  }
}

extension SubscribeRequest: StreamRequest {
  public typealias Response = SubscribeResponse
  public static var method: Method { .subscribe }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "SubscribeRequest", .request, a11y__bridge__v1__subscribe_request__unpack) {
      (message) throws(Status) in try unsafe SubscribeRequest(message)
    }
  }
}

extension SubscribeResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "SubscribeResponse", .response, a11y__bridge__v1__subscribe_response__unpack) {
      (message) throws(Status) in try unsafe SubscribeResponse(message)
    }
  }
}

extension WatchMatchesRequest: StreamRequest {
  public typealias Response = WatchMatchesResponse
  public static var method: Method { .watchMatches }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "WatchMatchesRequest", .request, a11y__bridge__v1__watch_matches_request__unpack) {
      (message) throws(Status) in try unsafe WatchMatchesRequest(message)
    }
  }
}

extension WatchMatchesResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "WatchMatchesResponse", .response, a11y__bridge__v1__watch_matches_response__unpack) {
      (message) throws(Status) in try unsafe WatchMatchesResponse(message)
    }
  }
}

extension ListAnnouncementsRequest: UnaryRequest {
  public typealias Response = ListAnnouncementsResponse
  public static var method: Method { .listAnnouncements }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "ListAnnouncementsRequest", .request, a11y__bridge__v1__list_announcements_request__unpack) {
      (message) throws(Status) in try unsafe ListAnnouncementsRequest(message)
    }
  }
}

extension ListAnnouncementsResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "ListAnnouncementsResponse", .response, a11y__bridge__v1__list_announcements_response__unpack) {
      (message) throws(Status) in try unsafe ListAnnouncementsResponse(message)
    }
  }
}

extension WaitForRequest: UnaryRequest {
  public typealias Response = WaitForResponse
  public static var method: Method { .waitFor }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "WaitForRequest", .request, a11y__bridge__v1__wait_for_request__unpack) {
      (message) throws(Status) in try unsafe WaitForRequest(message)
    }
  }
}

extension WaitForResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "WaitForResponse", .response, a11y__bridge__v1__wait_for_response__unpack) {
      (message) throws(Status) in try unsafe WaitForResponse(message)
    }
  }
}

extension PerformRequest: UnaryRequest {
  public typealias Response = PerformResponse
  public static var method: Method { .perform }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "PerformRequest", .request, a11y__bridge__v1__perform_request__unpack) {
      (message) throws(Status) in try unsafe PerformRequest(message)
    }
  }
}

extension PerformResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "PerformResponse", .response, a11y__bridge__v1__perform_response__unpack) {
      (message) throws(Status) in try unsafe PerformResponse(message)
    }
  }
}

extension RunStepsRequest: UnaryRequest {
  public typealias Response = RunStepsResponse
  public static var method: Method { .runSteps }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "RunStepsRequest", .request, a11y__bridge__v1__run_steps_request__unpack) {
      (message) throws(Status) in try unsafe RunStepsRequest(message)
    }
  }
}

extension RunStepsResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "RunStepsResponse", .response, a11y__bridge__v1__run_steps_response__unpack) {
      (message) throws(Status) in try unsafe RunStepsResponse(message)
    }
  }
}

extension VerifyRequest: UnaryRequest {
  public typealias Response = VerifyResponse
  public static var method: Method { .verify }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "VerifyRequest", .request, a11y__bridge__v1__verify_request__unpack) {
      (message) throws(Status) in try unsafe VerifyRequest(message)
    }
  }
}

extension VerifyResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "VerifyResponse", .response, a11y__bridge__v1__verify_response__unpack) {
      (message) throws(Status) in try unsafe VerifyResponse(message)
    }
  }
}

extension DiagnoseRequest: UnaryRequest {
  public typealias Response = DiagnoseResponse
  public static var method: Method { .diagnose }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "DiagnoseRequest", .request, a11y__bridge__v1__diagnose_request__unpack) {
      (message) throws(Status) in try unsafe DiagnoseRequest(message)
    }
  }
}

extension DiagnoseResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "DiagnoseResponse", .response, a11y__bridge__v1__diagnose_response__unpack) {
      (message) throws(Status) in try unsafe DiagnoseResponse(message)
    }
  }
}

extension EchoRequest: UnaryRequest {
  public typealias Response = EchoResponse
  public static var method: Method { .echo }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "EchoRequest", .request, a11y__bridge__v1__echo_request__unpack) {
      (message) throws(Status) in try unsafe EchoRequest(message)
    }
  }
}

extension EchoResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "EchoResponse", .response, a11y__bridge__v1__echo_response__unpack) {
      (message) throws(Status) in try unsafe EchoResponse(message)
    }
  }
}

extension GenerateRequest: StreamRequest {
  public typealias Response = GenerateResponse
  public static var method: Method { .generate }

  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "GenerateRequest", .request, a11y__bridge__v1__generate_request__unpack) {
      (message) throws(Status) in try unsafe GenerateRequest(message)
    }
  }
}

extension GenerateResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(bytes, "GenerateResponse", .response, a11y__bridge__v1__generate_response__unpack) {
      (message) throws(Status) in try unsafe GenerateResponse(message)
    }
  }
}

/// A server's handlers of the methods. A handler ends its call, at once or later, or throws the status that
/// ends it. Public, because only then the dispatch is compiled into the server.
public protocol MethodHandlers {
  associatedtype Call

  func getServerInfo(_ call: Call, _ request: GetServerInfoRequest) throws(Status)
  func listApplications(_ call: Call, _ request: ListApplicationsRequest) throws(Status)
  func getTree(_ call: Call, _ request: GetTreeRequest) throws(Status)
  func getOutline(_ call: Call, _ request: GetOutlineRequest) throws(Status)
  func find(_ call: Call, _ request: FindRequest) throws(Status)
  func getElement(_ call: Call, _ request: GetElementRequest) throws(Status)
  func hitTest(_ call: Call, _ request: HitTestRequest) throws(Status)
  func subscribe(_ call: Call, _ request: SubscribeRequest) throws(Status)
  func watchMatches(_ call: Call, _ request: WatchMatchesRequest) throws(Status)
  func listAnnouncements(_ call: Call, _ request: ListAnnouncementsRequest) throws(Status)
  func waitFor(_ call: Call, _ request: WaitForRequest) throws(Status)
  func perform(_ call: Call, _ request: PerformRequest) throws(Status)
  func runSteps(_ call: Call, _ request: RunStepsRequest) throws(Status)
  func verify(_ call: Call, _ request: VerifyRequest) throws(Status)
  func diagnose(_ call: Call, _ request: DiagnoseRequest) throws(Status)
  func echo(_ call: Call, _ request: EchoRequest) throws(Status)
  func generate(_ call: Call, _ request: GenerateRequest) throws(Status)
}

extension MethodHandlers {
  /// Decodes a request and passes it to the method's handler.
  @inlinable public func handle(_ method: Method, _ call: Call, _ request: [UInt8]) throws(Status) {
    switch method {
    case .getServerInfo: try getServerInfo(call, GetServerInfoRequest(decoding: request))
    case .listApplications: try listApplications(call, ListApplicationsRequest(decoding: request))
    case .getTree: try getTree(call, GetTreeRequest(decoding: request))
    case .getOutline: try getOutline(call, GetOutlineRequest(decoding: request))
    case .find: try find(call, FindRequest(decoding: request))
    case .getElement: try getElement(call, GetElementRequest(decoding: request))
    case .hitTest: try hitTest(call, HitTestRequest(decoding: request))
    case .subscribe: try subscribe(call, SubscribeRequest(decoding: request))
    case .watchMatches: try watchMatches(call, WatchMatchesRequest(decoding: request))
    case .listAnnouncements: try listAnnouncements(call, ListAnnouncementsRequest(decoding: request))
    case .waitFor: try waitFor(call, WaitForRequest(decoding: request))
    case .perform: try perform(call, PerformRequest(decoding: request))
    case .runSteps: try runSteps(call, RunStepsRequest(decoding: request))
    case .verify: try verify(call, VerifyRequest(decoding: request))
    case .diagnose: try diagnose(call, DiagnoseRequest(decoding: request))
    case .echo: try echo(call, EchoRequest(decoding: request))
    case .generate: try generate(call, GenerateRequest(decoding: request))
    }
  }
}
