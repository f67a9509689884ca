internal import AccessibilityTree
internal import BridgeTransport

/// Which pages an application shows behind others, by the rule of `PageReader`; each container is asked
/// once, whichever of its pages are asked about.
final class PageStacks {
  private let application: ApplicationMirror
  private var questions: [ObjectReference: Task<Void, Never>] = [:]
  /// By container and page.
  private var findings: [ObjectReference: [ObjectReference: PageProbe.Finding]] = [:]

  init(_ application: ApplicationMirror) {
    self.application = application
  }

  /// Finds out whether a page is behind another; `page` is one of the container's pages.
  func isBehind(_ page: MirroredObject, of container: MirroredObject) async -> Bool {
    let question = questions[container.reference] ?? ask(container)
    await question.value
    // What has become a page since is not asked again.
    guard let stack = findings[container.reference], let finding = stack[page.reference] else {
      return page.isBehind
    }
    guard finding == .unmapped, !container.hidesChildren else {
      return finding.isBehind(page, of: container)
    }
    // With none in front there is nothing new to be known.
    return stack.values.contains(.mapped) || page.isBehind
  }

  private func ask(_ container: MirroredObject) -> Task<Void, Never> {
    let question = application.context.loop.startTask { [self] in
      let pages = container.pages
      let found = await application.context.loop.answer(of: { take in
        PageProbe.ask(
          pages, of: container, application.application, .background, done: { take($0) })
      })
      findings[container.reference] = Dictionary(
        zip(pages.map(\.reference), found ?? []), uniquingKeysWith: { first, _ in first })
    }
    questions[container.reference] = question
    return question
  }
}
