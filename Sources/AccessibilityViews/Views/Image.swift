internal import AccessibilityTree

/// A picture: labelled, decorative, or known by its name alone (E12).
public struct Image: BuiltInView {
  private enum Meaning {
    case labelled(String)
    /// Named after a file: what nobody should hear.
    case asset(String)
    case decorative
    case symbol(String)
  }

  private let meaning: Meaning

  /// A picture without a label, which falls back to its asset's name.
  public init(_ name: String) {
    meaning = .asset(name)
  }

  public init(_ name: String, label: Text) {
    meaning = .labelled(label.content)
  }

  /// A picture that says nothing: no element.
  public init(decorative name: String) {
    meaning = .decorative
  }

  /// A symbol, which reads as what it commonly means.
  public init(systemName: String) {
    meaning = .symbol(systemName)
  }

  public func resizable() -> Image { self }

  public func render(in node: ViewNode) {
    node.lay(LeafLayout(24, 24))
    guard let label else { return node.shape(.hidden) }
    node.shape(.element(.leaf)) { content in
      content.element.role = .image
      content.element.traits.insert(.image)
      content.element.label = label.text
      content.isLabelOfSymbol = label.isOfSymbol
      if let source = label.source { content.setAttribute("label-source", source) }
    }
  }

  private var label: (text: String, source: String?, isOfSymbol: Bool)? {
    switch meaning {
    case .decorative: nil
    case .labelled(let label): (label, nil, false)
    case .asset(let name): (name, "asset-name", false)
    case .symbol(let name):
      SymbolLabels.label(of: name).map { ($0, nil, true) } ?? (name, "symbol-name", false)
    }
  }
}
