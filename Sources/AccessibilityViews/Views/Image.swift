internal import AccessibilityTree

/// A picture with a label, a decorative one, or one that is identified by its name only (E12).
public struct Image: BuiltInView {
  private enum Meaning {
    case labelled(String)
    /// The name of a file, which is not meant to be heard.
    case asset(String)
    case decorative
    case symbol(String)
  }

  private let meaning: Meaning

  /// Creates a picture without a label, which falls back to the name of its asset.
  public init(_ name: String) {
    meaning = .asset(name)
  }

  public init(_ name: String, label: Text) {
    meaning = .labelled(label.content)
  }

  /// Creates a decorative picture, which has no element.
  public init(decorative name: String) {
    meaning = .decorative
  }

  /// Creates a symbol, labelled by its common meaning, or else by its name.
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
      SymbolLabels.label(of: name).map { ($0, nil, true) }
        ?? (SymbolLabels.name(of: name) ?? name, "symbol-name", false)
    }
  }
}
