internal import AccessibilityTree

/// Names with the mark of a mnemonic: the check boxes and the tabs of a stack of GTK 4 report the text that their application
/// gave them ("_Wrap"), and the label in them the text that people see ("Wrap"). By nothing else can the mark be told from an
/// underscore of the name of a file.
extension MirroredObject {
  /// The name without the marks of mnemonics, which a label in the object shows; `nil` where it has none.
  var nameWithoutMnemonic: String? {
    guard mayHaveMnemonic else { return nil }
    let name = NameMapping.trimmed(facts.name)
    guard let shown = NameMapping.withoutMnemonics(name) else { return nil }
    let isShown = children.prefix(Self.maxLabels).contains {
      $0.isLabel && NameMapping.trimmed($0.facts.name) == shown
    }
    return isShown ? shown : nil
  }

  /// The object whose name this label may show without the mark of a mnemonic.
  var objectNamedByLabel: MirroredObject? {
    guard peer.dialect.composesNames, isLabel, let parent, parent.mayHaveMnemonic else {
      return nil
    }
    return parent
  }

  private var mayHaveMnemonic: Bool {
    peer.dialect.composesNames && facts.name.utf8.contains(UInt8(ascii: "_"))
  }

  private var isLabel: Bool { facts.hasRole(.label) }

  private static let maxLabels = 4
}
