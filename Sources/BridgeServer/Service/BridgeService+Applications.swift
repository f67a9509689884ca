internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func info(ofApplication root: ElementID) -> ApplicationInfo? {
    guard let application = store.applications[root] else { return nil }
    let windows = (store.tree[root]?.children ?? []).compactMap { id in
      store.tree[id].map {
        Window(id: id, title: $0.label ?? "", isActive: $0.states.contains(.active))
      }
    }
    let age = store.time >= application.lastHeard ? store.time - application.lastHeard : 0
    return ApplicationInfo(
      application: withProgress(application), lastHeardAgoMs: age / 1_000_000,
      elementCount: store.tree.count(ofApplication: root), windows: windows,
      callCount: sources.first { $0.name == application.source }?.calls(to: root) ?? 0)
  }
}
