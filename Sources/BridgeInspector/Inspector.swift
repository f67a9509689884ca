public import AccessibilityTree

/// What an inspector of a live tree shows and how it reacts to keys: a tree, the element that is
/// selected in it, and the notifications as they come.
///
/// Pure: it is told keys, changes and results; `rows(_:)` draws it; whoever runs it does what the
/// effects ask for.
public struct Inspector: Sendable {
  /// What is wanted from outside.
  public enum Effect: Hashable, Sendable {
    /// An action by its name, with its argument as text where one was typed.
    case perform(ElementID, action: String, value: String?)
    case quit
  }

  /// Where the keys go.
  enum Focus: Hashable, Sendable {
    case tree
    /// The actions of the selected element; the place of the one that is marked.
    case actions(Int)
    case prompt(Prompt)
    case help
  }

  /// A line that is being typed.
  struct Prompt: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
      case search
      /// The argument of an action.
      case argument(action: String)
    }

    var purpose: Purpose
    var text = ""
  }

  /// What stands in the title: the server.
  let server: String
  var tree = Tree()
  var applications: [ElementID: Application] = [:]
  var revision: Revision = 0
  var isConnected = false

  var list = TreeList()
  var focus = Focus.tree
  /// Newest last.
  var log: [LogLine] = []
  /// What came of the last command.
  var message = ""
  /// What was searched for last, and what it found.
  var search: Selector?
  var matches: [ElementID] = []
  /// How far the details are scrolled.
  var detailsTop = 0
  /// How many rows of the tree were drawn last: a page.
  var page = 10

  struct LogLine: Hashable, Sendable {
    var revision: Revision
    var text: String
  }

  /// So many notifications are kept.
  static let logLimit = 500

  public init(server: String) {
    self.server = server
  }

  public var selected: ElementID? { list.selected }
  var element: Element? { list.selected.flatMap { tree[$0] } }

  // MARK: What happens

  /// The tree is another one, or has changed.
  public mutating func update(
    tree: Tree, applications: [ElementID: Application], revision: Revision, isConnected: Bool
  ) {
    self.tree = tree
    self.applications = applications
    self.revision = revision
    self.isConnected = isConnected
    list.update(tree)
    if let search { matches = search.find(in: tree, applications: applications).ids }
  }

  public mutating func log(_ notifications: [Notification], at revision: Revision) {
    for notification in notifications {
      let text = notification.line { id in "\(tree[id]?.shortName ?? "") \(id)" }
      log.append(LogLine(revision: revision, text: text))
    }
    if log.count > Self.logLimit { log.removeFirst(log.count - Self.logLimit) }
  }

  /// What came of an action, or went wrong.
  public mutating func say(_ text: String) {
    message = text
  }
}

extension Inspector {
  /// The actions of the selected element, as they are chosen from.
  var offered: [Action] { element?.actions ?? [] }

  /// Whether an action is done only with an argument.
  static func needsArgument(_ kind: ActionKind) -> Bool {
    switch kind {
    case .setValue, .setText, .insertText, .setSelection, .scroll, .drop, .passThroughGesture,
      .directTouch, .intent:
      true
    default: false
    }
  }
}
