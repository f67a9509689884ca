extension Role {
  /// The traits that every element of the role has, in any state.
  package var traits: Traits {
    switch self {
    case .button, .popUpButton: .button
    case .toggleButton: [.button, .toggle]
    case .checkBox, .switch, .menuItemCheckBox: .toggle
    case .link: .link
    case .heading, .columnHeader, .rowHeader: .header
    case .image, .icon, .figure, .chart: .image
    case .animation: [.image, .updatesFrequently]
    case .text, .label, .caption, .term, .subscript, .superscript, .listMarker, .time, .code:
      .staticText
    case .slider, .spinButton, .dial, .scrollBar: .adjustable
    case .searchField: .searchField
    case .key: .keyboardKey
    case .tabList: .tabBar
    case .progressBar, .timer, .marquee: .updatesFrequently
    case .audio, .video: .startsMediaSession
    default: []
    }
  }
}
