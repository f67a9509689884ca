internal import AccessibilityTree

extension AuditRule {
  /// Rules about the wording of names.
  static let labels: [AuditRule] = [
    AuditRule(
      "asset-label", .error, "a label is a file or symbol name",
      why: "A screen reader reads \"img underscore 0231 dot png\", which is meaningless.",
      remedy: "Describe what the image shows or the control does, or mark the image as decorative."
    ) { subject in
      guard let label = subject.element.label else { return nil }
      // The toolkit reports that it used the name of the asset or symbol as a fallback.
      let isFallback = subject.element.attributes.contains {
        $0.name == "label-source" && ["asset-name", "symbol-name"].contains($0.value)
      }
      guard isFallback || subject.mayShowAsset && label.isAssetName else { return nil }
      return "the label is \(label.quoted(limit: 60))"
    },
    AuditRule(
      "unspeakable-label", .error, "a label consists of symbols without a spoken name",
      why: "Glyphs of icon fonts are not spoken: the control has no name for screen reader users.",
      remedy: "Give the control a label in words in addition to its glyph."
    ) { subject in
      guard let label = subject.element.label, label.isPrivateUse else { return nil }
      return "the label is \(label.quoted(limit: 20))"
    },
    AuditRule(
      "symbol-label", .warning, "a control is named by a symbol instead of a word",
      why:
        "Screen readers read \"×\" as a letter, as \"times\" or not at all, and nobody can say it.",
      remedy:
        "Label the control by what it does: \"multiply\", \"close\". Show the symbol all the same."
    ) { subject in
      guard subject.element.role.isControl, let label = subject.element.label,
        label.isSymbol
      else { return nil }
      return "the label is \(label.quoted(limit: 20))"
    },
    AuditRule(
      "label-repeats-role", .warning, "a label repeats the role",
      why: "The role is spoken twice: \"Save button, button\".",
      remedy: "Remove the role from the label: screen readers add it.",
      check: labelRepeatsRole),
    AuditRule(
      "hint-repeats-label", .note, "a hint repeats the label",
      why: "The text is spoken twice.",
      remedy: "Describe the effect of the control in the hint, or remove the hint."
    ) { subject in
      guard let label = subject.element.label, let hint = subject.element.hint,
        !label.isBlank, label.lowercased() == hint.lowercased()
      else { return nil }
      return "label and hint are both \(label.quoted(limit: 40))"
    },
    AuditRule(
      "duplicate-names", .warning, "adjacent controls have the same name",
      why:
        "Screen reader users cannot tell them apart, and a voice command with the name is ambiguous.",
      remedy:
        "State the purpose of each control in its label, or combine each with the content it belongs to.",
      check: duplicateNames),
  ]

  @Sendable private static func labelRepeatsRole(_ subject: AuditSubject) -> String? {
    guard let label = subject.element.label else { return nil }
    let words = label.lowercased().split { !$0.isLetter }.map(String.init)
    for phrase in subject.element.role.spokenWords {
      let wanted = phrase.split(separator: " ").map(String.init)
      if words.count >= wanted.count, Array(words.suffix(wanted.count)) == wanted {
        return "the label \(label.quoted(limit: 40)) ends with \"\(phrase)\""
      }
    }
    return nil
  }

  @Sendable private static func duplicateNames(_ subject: AuditSubject) -> String? {
    // What is redacted is not compared: the names may differ.
    guard let others = subject.survey.duplicates[subject.index], let name = subject.name,
      name != Element.redactedText
    else { return nil }
    let ids = others.prefix(5).map { "\(subject.survey.entries[$0].element.id)" }
    let more = others.count > 5 ? " and \(others.count - 5) more" : ""
    return "\(name.quoted(limit: 40)) is also the name of \(ids.joined(separator: ", "))\(more)"
  }
}

extension AuditSubject {
  /// Whether the label may come from a picture. In a list of files, for example, a file name is correct.
  fileprivate var mayShowAsset: Bool {
    switch element.role {
    case .image, .icon, .figure: return true
    case .button, .toggleButton, .popUpButton, .link, .menuItem, .tab:
      // A text that the element shows is its label for everybody.
      return element.children.allSatisfy {
        subject($0).map { !$0.element.role.isText || $0.element.label != element.label } ?? true
      }
    default: return element.traits.contains(.image)
    }
  }
}

extension Role {
  /// The words that are spoken for the role after a label.
  fileprivate var spokenWords: [String] {
    switch self {
    case .button, .toggleButton, .popUpButton: ["button"]
    case .link: ["link"]
    case .image, .icon: ["image", "icon", "picture"]
    case .checkBox: ["check box", "checkbox"]
    case .switch: ["switch", "toggle"]
    case .radio: ["radio button"]
    case .slider: ["slider"]
    case .comboBox: ["combo box", "combobox", "dropdown"]
    case .textField, .passwordField: ["text field", "textbox", "text box"]
    case .searchField: ["search field"]
    case .heading: ["heading"]
    default: []
    }
  }
}

extension String {
  /// Whether the text looks like the name of a file or symbol: "photo.png", "star.fill", "ic_menu_24",
  /// "document-open-symbolic".
  var isAssetName: Bool {
    guard !isEmpty, utf8.count <= 256, !contains(where: \.isWhitespace) else { return false }
    let lower = lowercased()
    if Self.pictureEndings.contains(where: { lower.hasSuffix($0) }) { return true }
    if lower.hasSuffix("-symbolic") { return true }
    if Self.assetBeginnings.contains(where: { lower.hasPrefix($0) }) { return true }
    return isSymbolName || isCameraName
  }

  private static let pictureEndings = [
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp", ".ico", ".heic", ".tif", ".tiff",
    ".avif",
  ]
  private static let assetBeginnings = ["ic_", "icon_", "icon-", "btn_", "img_", "image_"]

  /// Whether the text consists of lower-case words with dots between them: "arrow.up.circle.fill". Domain
  /// names such as "example.org" do not count.
  private var isSymbolName: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let last = parts.last else { return false }
    let areWords = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }
    }
    guard areWords, parts.first?.allSatisfy(\.isLetter) == true else { return false }
    return parts.count >= 3 && parts.first != "www" || Self.symbolEndings.contains(String(last))
  }

  private static let symbolEndings: Set = [
    "fill", "circle", "square", "up", "down", "left", "right", "slash", "badge", "plus", "minus",
    "forward", "backward", "and", "on", "off", "clockwise", "2", "3",
  ]

  /// Whether the text looks like a file name from a camera: "IMG1234", "DSC00042".
  private var isCameraName: Bool {
    for beginning in ["IMG", "DSC", "DSCN", "PXL"] where hasPrefix(beginning) {
      let rest = dropFirst(beginning.count).drop { $0 == "_" || $0 == "-" }
      if rest.count >= 3, rest.allSatisfy(\.isNumber) { return true }
    }
    return false
  }

  /// Whether the text is at most three signs without any letter or digit: "×", "+/−", "…". Characters of icon
  /// fonts do not count.
  fileprivate var isSymbol: Bool {
    let signs = filter { !$0.isWhitespace }
    return (1...3).contains(signs.count) && !isPrivateUse
      && signs.allSatisfy { !$0.isLetter && !$0.isNumber }
  }

  /// Whether the text consists only of private-use characters, which only a particular font can display.
  fileprivate var isPrivateUse: Bool {
    var hasGlyph = false
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: hasGlyph = true
      default:
        guard scalar.properties.isWhitespace else { return false }
      }
    }
    return hasGlyph
  }
}
