public import AccessibilityTree
internal import CProtobuf

/// How much an outline says.
public enum OutlineView: Int32, Hashable, Sendable, CaseIterable {
  /// One line for each thing that a person would name.
  case agent = 1
  /// One line for each element, with all that is known of it.
  case all = 2
}

/// Asks for a tree as text.
public struct GetOutlineRequest: Hashable, Sendable {
  /// The elements to begin with; `nil`: everything.
  public var target: Target?
  /// Whether to continue where another outline stopped, with the element `target`.
  public var continues: Bool
  /// With `continues`, whether to continue with texts alone.
  public var texts = false
  public var view: OutlineView
  /// The maximum length of the text in tokens; `nil`: the default of the view.
  public var budget: Int?
  /// The number of levels of lines below the first; `nil`: all.
  public var depth: Int?
  /// Whether lines have the frames of the elements.
  public var frames: Bool
  /// Whether elements that are not on screen have lines as well.
  public var whole: Bool
  /// The revision that the client has the outline of; `nil`: the whole text is sent.
  public var since: ReadSince?

  public init(
    target: Target? = nil, continues: Bool = false, view: OutlineView = .agent, budget: Int? = nil,
    depth: Int? = nil, frames: Bool = false, whole: Bool = false, since: ReadSince? = nil
  ) {
    self.target = target
    self.continues = continues
    self.view = view
    self.budget = budget
    self.depth = depth
    self.frames = frames
    self.whole = whole
    self.since = since
  }
}

/// An outline, or how it differs from an earlier one.
public struct GetOutlineResponse: Hashable, Sendable {
  /// The revision at which this was read.
  public var revision: Revision
  public var result: ReadResult
  /// The outline, nothing, or the lines that differ.
  public var text: String
  /// The estimated number of tokens of `text`.
  public var tokens: Int
  /// The number of elements that have a line in the outline.
  public var shown: Int
  /// The number of elements that the outline counts without showing them.
  public var leftOut: Int

  public init(
    revision: Revision, result: ReadResult = .whole, text: String = "", tokens: Int = 0,
    shown: Int = 0, leftOut: Int = 0
  ) {
    self.revision = revision
    self.result = result
    self.text = text
    self.tokens = tokens
    self.shown = shown
    self.leftOut = leftOut
  }
}

extension GetOutlineRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__GetOutlineRequest>) throws(Status) {
    let view = unsafe message.pointee.view.rawValue
    guard let view = view == 0 ? .agent : OutlineView(rawValue: Int32(clamping: view)) else {
      throw .invalid("GetOutlineRequest.view", "has the unknown value \(view)")
    }
    let budget = Int(unsafe message.pointee.budget)
    self.init(
      continues: unsafe message.pointee.continues != 0, view: view,
      budget: budget == 0 ? nil : budget, frames: unsafe message.pointee.frames != 0,
      whole: unsafe message.pointee.whole != 0)
    texts = unsafe message.pointee.texts != 0
    if unsafe message.pointee.target != nil {
      target = try unsafe Target(message.pointee.target, "GetOutlineRequest.target")
    }
    if unsafe message.pointee.has_depth_case
      == A11Y__BRIDGE__V1__GET_OUTLINE_REQUEST__HAS_DEPTH_DEPTH
    {
      depth = Int(unsafe message.pointee.depth)
    }
    let hasSince =
      unsafe message.pointee.has_since_case
      == A11Y__BRIDGE__V1__GET_OUTLINE_REQUEST__HAS_SINCE_SINCE
    since = try ReadSince(
      hasSince ? unsafe message.pointee.since : nil, epoch: unsafe message.pointee.epoch,
      "GetOutlineRequest")
    if continues, target == nil {
      throw .invalid("GetOutlineRequest.target", "is missing: `continues` requires it")
    }
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      if let target { $0.message(GetOutlineRequestFields.target) { $0.target(target) } }
      $0.flag(GetOutlineRequestFields.continues, continues)
      $0.signed(GetOutlineRequestFields.view, view.rawValue)
      $0.count32(GetOutlineRequestFields.budget, budget ?? 0)
      if let depth {
        $0.number(GetOutlineRequestFields.depth, present: UInt64(UInt32(clamping: depth)))
      }
      $0.flag(GetOutlineRequestFields.frames, frames)
      $0.flag(GetOutlineRequestFields.whole, whole)
      $0.since(since, GetOutlineRequestFields.since, GetOutlineRequestFields.epoch)
      $0.flag(GetOutlineRequestFields.texts, texts)
    }
  }
}

extension GetOutlineResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__GetOutlineResponse>) throws(Status) {
    self.init(
      revision: unsafe message.pointee.revision,
      result: try ReadResult(
        wire: unsafe message.pointee.result.rawValue, "GetOutlineResponse.result"),
      text: try unsafe readText(message.pointee.text, "GetOutlineResponse.text"),
      tokens: Int(unsafe message.pointee.tokens),
      shown: Int(clamping: unsafe message.pointee.shown),
      leftOut: Int(clamping: unsafe message.pointee.left_out))
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: 64 + text.utf8.count) {
      $0.number(GetOutlineResponseFields.revision, revision)
      $0.signed(GetOutlineResponseFields.result, result.wire)
      $0.text(GetOutlineResponseFields.text, text)
      $0.count32(GetOutlineResponseFields.tokens, tokens)
      $0.count(GetOutlineResponseFields.shown, shown)
      $0.count(GetOutlineResponseFields.leftOut, leftOut)
    }
  }
}
