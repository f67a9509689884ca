internal import AccessibilityTree

/// Which pages an application shows behind others, by the rule of `PageReading`; each container is asked
/// once, whichever of its pages are asked about.
final class PageStacks {
  private enum Stack {
    /// Being asked; who waits for what comes of it.
    case asked([() -> Void])
    /// By page.
    case known([ObjectReference: PageProbe.Finding])
  }

  private let application: ApplicationMirror
  private var stacks: [ObjectReference: Stack] = [:]

  init(_ application: ApplicationMirror) {
    self.application = application
  }

  /// Finds out whether a page is behind another; `page` is one of the container's pages.
  func isBehind(
    _ page: MirroredObject, of container: MirroredObject, _ done: @escaping (Bool) -> Void
  ) {
    let tell = { [self] in done(answer(page, of: container)) }
    switch stacks[container.reference] {
    case .known: tell()
    case .asked(let waiting): stacks[container.reference] = .asked(waiting + [tell])
    case nil:
      stacks[container.reference] = .asked([tell])
      let pages = container.pages
      PageProbe.ask(pages, application.application, .background) { [self] found in
        guard case .asked(let waiting) = stacks[container.reference] else { return }
        let findings = zip(pages, found).map { ($0.reference, $1) }
        stacks[container.reference] = .known(
          Dictionary(findings, uniquingKeysWith: { first, _ in first }))
        for tell in waiting { tell() }
      }
    }
  }

  private func answer(_ page: MirroredObject, of container: MirroredObject) -> Bool {
    // What has become a page since is not asked again.
    guard case .known(let findings) = stacks[container.reference],
      let finding = findings[page.reference]
    else { return page.isBehind }
    guard finding == .unmapped, !container.hidesChildren else { return finding == .unmapped }
    // With none in front there is nothing new to be known.
    return findings.values.contains(.mapped) || page.isBehind
  }
}
