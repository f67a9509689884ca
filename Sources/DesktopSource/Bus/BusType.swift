/// The type codes of the D-Bus wire format.
enum BusType {
  static let byte = CChar(UInt8(ascii: "y"))
  static let bool = CChar(UInt8(ascii: "b"))
  static let int16 = CChar(UInt8(ascii: "n"))
  static let uint16 = CChar(UInt8(ascii: "q"))
  static let int32 = CChar(UInt8(ascii: "i"))
  static let uint32 = CChar(UInt8(ascii: "u"))
  static let int64 = CChar(UInt8(ascii: "x"))
  static let uint64 = CChar(UInt8(ascii: "t"))
  static let double = CChar(UInt8(ascii: "d"))
  static let string = CChar(UInt8(ascii: "s"))
  static let objectPath = CChar(UInt8(ascii: "o"))
  static let signature = CChar(UInt8(ascii: "g"))
  static let array = CChar(UInt8(ascii: "a"))
  static let variant = CChar(UInt8(ascii: "v"))
  static let structure = CChar(UInt8(ascii: "r"))
  static let dictionaryEntry = CChar(UInt8(ascii: "e"))
}
