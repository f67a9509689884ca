internal import AccessibilityQueries
package import AccessibilityTree
internal import AssistiveClients

/// The state of an inspector of a live tree and its reaction to keys: the tree, the selected element,
/// and a log of notifications.
///
/// Has no input or output of its own: it receives keys, changes and results; `rows(_:)` draws it; the
/// runner performs the effects.
package struct Inspector: Sendable {
  /// An effect requested from the runner.
  package enum Effect: Hashable, Sendable {
    /// Performs an action, with its name for messages. The id belongs to the run of the server given by `epoch`.
    case perform(ElementID, ActionCommand, name: String)
    case quit
  }

  /// The part of the screen that receives keys.
  enum Focus: Hashable, Sendable {
    case tree
    case actions(Menu)
    case prompt(Prompt)
    case help
  }

  /// A menu of an element's offers. The choice is the marked offer, even when the list changes.
  struct Menu: Hashable, Sendable {
    let element: ElementID
    var marked: Offer
  }

  /// A line of text that is being typed.
  struct Prompt: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
      case search
      /// The argument of an offer.
      case argument(ElementID, Offer)
    }

    var purpose: Purpose
    var line = TypedLine()
  }

  /// The server, as shown in the title.
  let server: String
  var tree = Tree()
  var applications: [ElementID: Application] = [:]
  var revision: Revision = 0
  var isConnected = false
  /// The run of the server that all ids belong to.
  package private(set) var epoch: UInt64 = 0

  var list = TreeList()
  var focus = Focus.tree
  /// The newest line is last.
  var log: [LogLine] = []
  /// The result of the last command.
  var message = ""
  /// The last search and its matches.
  var search: Selector?
  var matches: [ElementID] = []
  /// The index of the first visible row of the details.
  var detailsTop = 0
  /// The number of tree rows drawn last, which is the length of a page.
  var page = 10

  struct LogLine: Hashable, Sendable {
    var revision: Revision
    var text: String
  }

  /// The maximum number of log lines.
  static let logLimit = 500

  package init(server: String) {
    self.server = server
  }

  package var selected: ElementID? { list.selected }
  var element: Element? { list.selected.flatMap { tree[$0] } }

  // MARK: Updates

  /// Replaces the tree.
  ///
  /// - Parameter epoch: The run of the server; the ids of another run name other elements.
  package mutating func update(
    tree: Tree, applications: [ElementID: Application], epoch: UInt64, revision: Revision,
    isConnected: Bool
  ) {
    if epoch != self.epoch {
      if self.epoch != 0 { message = "the server was restarted" }
      closeChoice()
      list = TreeList()
      detailsTop = 0
    }
    self.tree = tree
    self.applications = applications
    self.epoch = epoch
    self.revision = revision
    self.isConnected = isConnected
    list.update(tree)
    if let search { matches = search.find(in: tree, applications: applications).ids }
    checkChoice()
  }

  /// Closes the menu or prompt when its element is gone or no longer offers the action, so that nothing
  /// else is chosen by mistake.
  private mutating func checkChoice() {
    let chosen: (id: ElementID, offer: Offer)
    switch focus {
    case .actions(let menu): chosen = (menu.element, menu.marked)
    case .prompt(let prompt):
      guard case .argument(let id, let offer) = prompt.purpose else { return }
      chosen = (id, offer)
    case .tree, .help: return
    }
    if let element = tree[chosen.id] {
      if Offer.all(of: element).contains(chosen.offer) { return }
      message = "\(chosen.offer.name) is no longer offered"
    } else {
      message = "the element is gone"
    }
    closeChoice()
  }

  private mutating func closeChoice() {
    if case .prompt(let prompt) = focus, prompt.purpose == .search { return }
    if focus != .help { focus = .tree }
  }

  package mutating func log(_ notifications: [Notification], at revision: Revision) {
    for notification in notifications {
      let text = notification.line { id in "\(tree[id]?.shortName ?? "") \(id)" }
      log.append(LogLine(revision: revision, text: text))
    }
    if log.count > Self.logLimit { log.removeFirst(log.count - Self.logLimit) }
  }

  /// Shows the result of an action, or an error.
  package mutating func showMessage(_ text: String) {
    message = text
  }
}

extension Inspector {
  /// The offers of the selected element, in menu order.
  var offered: [Offer] { element.map(Offer.all) ?? [] }
}
