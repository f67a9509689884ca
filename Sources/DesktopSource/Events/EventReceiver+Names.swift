internal import AccessibilityTree

/// Names and descriptions that events tell, and what follows from them.
extension EventReceiver {
  func text(
    _ signal: AccessibilitySignal, _ field: ReferenceWritableKeyPath<MirroredObject, String>,
    of object: MirroredObject
  ) {
    // GTK 4 composes names for each answer.
    guard case .text(let text) = signal.content, !object.peer.dialect.composesNames else {
      if object.peer.dialect.composesNames { structure.rereadLabelled(by: object) }
      return reads.mark(object, .properties, .high)
    }
    reads.outdateReads(of: .properties, of: object)
    // It is read again below, and says the new name then. Until it is, nobody knows of another value.
    if signal.event == .name, object.isTextName { publisher.set(nil, \.text, of: object) }
    publisher.set(text, field, of: object)
    reader.reconsiderText(of: object)
    // A combo box of GTK 3 is named after what it shows.
    if signal.event == .name, object.tellsChoice { reads.mark(object, .value, .high) }
    if object === root { reader.updateTitle() }
    // A browser tells of a page's title by its window alone.
    for relation in object.relations where relation.kind == .embeds {
      for page in relation.targets.lazy.compactMap({ self.table[$0] }) {
        reads.mark(page, .properties, .high)
      }
    }
    if object.facts.interfaces.contains(.text), object.wantsText {
      reads.mark(object, .text, .high)
    }
    guard object.facts.interfaces.contains(.hypertext) else { return }
    for link in object.children.prefix(ObjectReader.itemReach) where LinkText.isWanted(link.facts) {
      reads.mark(link, .text, .high)
    }
  }
}
