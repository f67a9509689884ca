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
  private var rare: Rare?

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
    get { rare?.fields.hint }
    set { change(isDefault: newValue == nil) { $0.hint = newValue } }
  }

  /// A name given by the developer, for programs.
  public var identifier: String? {
    get { rare?.fields.identifier }
    set { change(isDefault: newValue == nil) { $0.identifier = newValue } }
  }

  /// What an empty field shows.
  public var placeholder: String? {
    get { rare?.fields.placeholder }
    set { change(isDefault: newValue == nil) { $0.placeholder = newValue } }
  }

  /// Where a touch goes; `nil` means the centre of the frame. In the frame's coordinate space.
  public var activationPoint: Point? {
    get { rare?.fields.activationPoint }
    set { change(isDefault: newValue == nil) { $0.activationPoint = newValue } }
  }

  /// The outline for hit-testing; `nil` means the frame.
  public var contentPath: ContentPath? {
    get { rare?.fields.contentPath }
    set { change(isDefault: newValue == nil) { $0.contentPath = newValue } }
  }

  public var range: NumericRange? {
    get { rare?.fields.range }
    set { change(isDefault: newValue == nil) { $0.range = newValue } }
  }

  public var text: TextState? {
    get { rare?.fields.text }
    set { change(isDefault: newValue == nil) { $0.text = newValue } }
  }

  public var relations: [Relation] {
    get { rare?.fields.relations ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.relations = newValue } }
  }

  /// The depth of a heading or tree item, from 1.
  public var level: Int? {
    get { rare?.fields.level }
    set { change(isDefault: newValue == nil) { $0.level = newValue } }
  }

  /// The place within a set, from 1.
  public var positionInSet: Int? {
    get { rare?.fields.positionInSet }
    set { change(isDefault: newValue == nil) { $0.positionInSet = newValue } }
  }

  public var setSize: Int? {
    get { rare?.fields.setSize }
    set { change(isDefault: newValue == nil) { $0.setSize = newValue } }
  }

  /// Highest is read first among siblings; 0 where nothing was said.
  public var sortPriority: Double {
    get { rare?.fields.sortPriority ?? 0 }
    set { change(isDefault: newValue == 0) { $0.sortPriority = newValue } }
  }

  /// `nil` where the source says nothing; the role may still imply one.
  public var liveRegion: LiveRegion? {
    get { rare?.fields.liveRegion }
    set { change(isDefault: newValue == nil) { $0.liveRegion = newValue } }
  }

  /// Names that people may say for the element besides its label.
  public var inputLabels: [String] {
    get { rare?.fields.inputLabels ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.inputLabels = newValue } }
  }

  /// How many children the toolkit says there are, where not all are mirrored (virtual lists).
  public var totalChildren: Int? {
    get { rare?.fields.totalChildren }
    set { change(isDefault: newValue == nil) { $0.totalChildren = newValue } }
  }

  /// Where a touch goes: the activation point, or else the centre of the frame.
  public var effectiveActivationPoint: Point? {
    activationPoint ?? frame?.rect.center
  }

  /// Changes what few elements have; to the default where there is none of it changes nothing.
  private mutating func change(isDefault: Bool, _ body: (inout Rare.Fields) -> Void) {
    if rare == nil {
      if isDefault { return }
      var fields = Rare.Fields()
      body(&fields)
      rare = Rare(fields)
      return
    }
    rare?.mutate(body)
    if isDefault, rare?.fields == Rare.Fields() { rare = nil }
  }
}

/// A copy-on-write box: one pointer in an element that has none of this.
private struct Rare: Hashable, Sendable {
  struct Fields: Hashable, Sendable {
    static let none = Fields()

    var hint: String?
    var identifier: String?
    var placeholder: String?
    var activationPoint: Point?
    var contentPath: ContentPath?
    var range: NumericRange?
    var text: TextState?
    var relations: [Relation] = []
    var level: Int?
    var positionInSet: Int?
    var setSize: Int?
    var sortPriority: Double = 0
    var liveRegion: LiveRegion?
    var inputLabels: [String] = []
    var totalChildren: Int?
  }

  /// Written only while one element refers to it.
  private final class Storage: @unchecked Sendable {
    var fields: Fields

    init(_ fields: Fields) {
      self.fields = fields
    }
  }

  private var storage: Storage

  init(_ fields: Fields) {
    storage = Storage(fields)
  }

  var fields: Fields { storage.fields }

  mutating func mutate(_ body: (inout Fields) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.fields) }
    body(&storage.fields)
  }

  static func == (left: Rare, right: Rare) -> Bool {
    left.storage === right.storage || left.fields == right.fields
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(fields)
  }
}
