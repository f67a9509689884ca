/// One accessibility element, as it is at one revision.
///
/// A value: it knows its neighbours by id and holds no reference to a tree. An absent attribute is
/// `nil`, which is not the same as an empty one (E1).
public struct Element: Hashable, Sendable {
  public internal(set) var id: ElementID
  /// 0 stands for none: half the size of an optional.
  private var parentValue: UInt64 = 0
  /// In order. Set by the tree that the element stands in.
  public internal(set) var children: [ElementID] = []
  /// The root of the application that the element belongs to. Set by its tree.
  public internal(set) var application: ElementID

  public var role: Role
  public var traits: Traits = []
  public var states: States = []
  /// The toolkit's own name for the role; empty where the source has none.
  public var nativeRole: String = ""
  public var label: String?
  /// What the element holds, as text: a field's text, a slider's position in words.
  public var value: String?
  /// In the order that the element offers them.
  public var actions: [Action] = []
  /// `nil` while unknown, and for what is not on screen.
  public var frame: Frame?
  /// Attributes of the toolkit, sorted by name.
  public var attributes: [ToolkitAttribute] = []

  /// What few elements have, kept apart so that the others stay small.
  private var rare: SparseBox<RareAttributes>?

  public init(id: ElementID, role: Role, label: String? = nil, value: String? = nil) {
    self.id = id
    self.application = id
    self.role = role
    self.label = label
    self.value = value
  }

  /// An element with its links, as another program said they are.
  public init(
    id: ElementID, parent: ElementID?, children: [ElementID], application: ElementID, role: Role
  ) {
    self.id = id
    self.application = application
    self.role = role
    self.parent = parent
    self.children = children
  }

  /// Another element with only some of its children, as it stands in a part of its tree.
  public init(_ other: Element, children: [ElementID]) {
    self = other
    self.children = children
  }

  /// The attributes of another element under an id of its own, with no links yet.
  public init(id: ElementID, attributesOf other: Element) {
    self = other
    self.id = id
    parent = nil
    children = []
    application = id
  }
}

extension Element {
  /// `nil` for the root of an application. Set by the tree that the element stands in.
  public internal(set) var parent: ElementID? {
    get { parentValue == 0 ? nil : ElementID(rawValue: parentValue) }
    set { parentValue = newValue?.rawValue ?? 0 }
  }

  /// What happens when the element is used, or a longer description.
  public var hint: String? {
    get { rare?.values.hint }
    set { change(isDefault: newValue == nil) { $0.hint = newValue } }
  }

  /// A name given by the developer, for programs.
  public var identifier: String? {
    get { rare?.values.identifier }
    set { change(isDefault: newValue == nil) { $0.identifier = newValue } }
  }

  /// What an empty field shows.
  public var placeholder: String? {
    get { rare?.values.placeholder }
    set { change(isDefault: newValue == nil) { $0.placeholder = newValue } }
  }

  /// Where a touch goes; `nil` means the centre of the frame. In the frame's coordinate space.
  public var activationPoint: Point? {
    get { rare?.values.activationPoint }
    set { change(isDefault: newValue == nil) { $0.activationPoint = newValue } }
  }

  /// The outline for hit-testing; `nil` means the frame.
  public var contentPath: ContentPath? {
    get { rare?.values.contentPath }
    set { change(isDefault: newValue == nil) { $0.contentPath = newValue } }
  }

  public var range: NumericRange? {
    get { rare?.values.range }
    set { change(isDefault: newValue == nil) { $0.range = newValue } }
  }

  public var text: TextState? {
    get { rare?.values.text }
    set { change(isDefault: newValue == nil) { $0.text = newValue } }
  }

  public var relations: [Relation] {
    get { rare?.values.relations ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.relations = newValue } }
  }

  /// The depth of a heading or tree item, from 1.
  public var level: Int? {
    get { rare?.values.level }
    set { change(isDefault: newValue == nil) { $0.level = newValue } }
  }

  /// The place within a set, from 1.
  public var positionInSet: Int? {
    get { rare?.values.positionInSet }
    set { change(isDefault: newValue == nil) { $0.positionInSet = newValue } }
  }

  public var setSize: Int? {
    get { rare?.values.setSize }
    set { change(isDefault: newValue == nil) { $0.setSize = newValue } }
  }

  /// Highest is read first among siblings; 0 where nothing was said.
  public var sortPriority: Double {
    get { rare?.values.sortPriority ?? 0 }
    set { change(isDefault: newValue == 0) { $0.sortPriority = newValue } }
  }

  /// `nil` where the source says nothing; the role may still imply one.
  public var liveRegion: LiveRegion? {
    get { rare?.values.liveRegion }
    set { change(isDefault: newValue == nil) { $0.liveRegion = newValue } }
  }

  /// Names that people may say for the element besides its label.
  public var inputLabels: [String] {
    get { rare?.values.inputLabels ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.inputLabels = newValue } }
  }

  /// How many children the toolkit says there are, where not all are mirrored (virtual lists).
  public var totalChildren: Int? {
    get { rare?.values.totalChildren }
    set { change(isDefault: newValue == nil) { $0.totalChildren = newValue } }
  }

  /// The fields, by their names in the contract, that are cut or left out, because the whole is longer
  /// than what it travelled in takes.
  public var shortenedFields: [String] {
    get { rare?.values.shortenedFields ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.shortenedFields = newValue } }
  }

  public var isShortened: Bool { !shortenedFields.isEmpty }

  /// Where a touch goes: the activation point, or else the centre of the frame.
  public var effectiveActivationPoint: Point? {
    activationPoint ?? frame?.rect.center
  }

  /// Changes what few elements have; to the default where there is none of it changes nothing.
  mutating func change(isDefault: Bool, _ body: (inout RareAttributes) -> Void) {
    SparseBox.change(&rare, isDefault: isDefault, body)
  }

  /// How the element is touched, dragged, spoken and offered elsewhere.
  var interaction: InteractionAttributes? { rare?.values.interaction?.values }
}
