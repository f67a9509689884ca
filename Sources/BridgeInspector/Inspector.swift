internal import AccessibilityQueries
package import AccessibilityTree
internal import AssistiveClients

/// What an inspector of a live tree shows and how it reacts to keys: a tree, the element that is
/// selected in it, and the notifications as they come.
///
/// Pure: it is told keys, changes and results; `rows(_:)` draws it; whoever runs it does what the
/// effects ask for.
package struct Inspector: Sendable {
  /// What is wanted from outside.
  package enum Effect: Hashable, Sendable {
    /// An action, and what people call it. The id is of the run of the server that `epoch` names.
    case perform(ElementID, ActionCommand, name: String)
    case quit
  }

  /// Where the keys go.
  enum Focus: Hashable, Sendable {
    case tree
    case actions(Menu)
    case prompt(Prompt)
    case help
  }

  /// What an element offers, to choose from. Chosen is what is marked, whatever else comes and goes.
  struct Menu: Hashable, Sendable {
    let element: ElementID
    var marked: Offer
  }

  /// A line that is being typed.
  struct Prompt: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
      case search
      /// The argument of something that an element offers.
      case argument(ElementID, Offer)
    }

    var purpose: Purpose
    var line = TypedLine()
  }

  /// What stands in the title: the server.
  let server: String
  var tree = Tree()
  var applications: [ElementID: Application] = [:]
  var revision: Revision = 0
  var isConnected = false
  /// The run of the server that all ids are of.
  package private(set) var epoch: UInt64 = 0

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

  package init(server: String) {
    self.server = server
  }

  package var selected: ElementID? { list.selected }
  var element: Element? { list.selected.flatMap { tree[$0] } }

  // MARK: What happens

  /// The tree is another one, or has changed.
  ///
  /// - Parameter epoch: the run of the server; in another one every id names something else.
  package mutating func update(
    tree: Tree, applications: [ElementID: Application], epoch: UInt64, revision: Revision,
    isConnected: Bool
  ) {
    if epoch != self.epoch {
      if self.epoch != 0 { message = "the server was started anew" }
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

  /// What is gone, or not offered any more, is not chosen from; nor is what took its place.
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
      message = "\(chosen.offer.name) is not offered any more"
    } else {
      message = "it is gone"
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

  /// What came of an action, or went wrong.
  package mutating func say(_ text: String) {
    message = text
  }
}

extension Inspector {
  /// What the selected element offers, as it is chosen from.
  var offered: [Offer] { element.map(Offer.all) ?? [] }
}
