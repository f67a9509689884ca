internal import CProtobuf

extension Schema {
  /// The contract that this program was built with.
  package static let contract: Schema = {
    var reading = DescriptorReading()
    unsafe reading.add(a11y__bridge__v1__bridge_service__descriptor)
    unsafe reading.add(a11y__bridge__v1__diagnostics_service__descriptor)
    return Schema(methods: reading.methods, messages: reading.messages, enums: reading.enums)
  }()
}

/// Copies libprotobuf-c's descriptors, beginning with the methods of a service.
private struct DescriptorReading {
  private(set) var methods: [SchemaMethod] = []
  private(set) var messages: [String: MessageShape] = [:]
  private(set) var enums: [String: EnumShape] = [:]

  mutating func add(_ service: ProtobufCServiceDescriptor) {
    let name = unsafe text(service.name)
    for index in 0..<Int(unsafe service.n_methods) {
      let method = unsafe service.methods[index]
      let path = unsafe "/\(name)/\(text(method.name))"
      guard let known = Method(rawValue: path), let input = unsafe method.input,
        let output = unsafe method.output
      else { continue }
      methods.append(
        unsafe SchemaMethod(method: known, request: add(input), response: add(output)))
    }
  }

  /// Adds a message and the types of its fields. Returns its full name.
  private mutating func add(_ descriptor: UnsafePointer<ProtobufCMessageDescriptor>) -> String {
    let name = unsafe text(descriptor.pointee.name)
    guard messages[name] == nil else { return name }
    // Added before its fields are: a message may contain itself.
    messages[name] = MessageShape(name: name, fields: [])
    var fields: [FieldShape] = []
    for index in 0..<Int(unsafe descriptor.pointee.n_fields) {
      if let field = unsafe shape(of: descriptor.pointee.fields[index]) { fields.append(field) }
    }
    messages[name] = MessageShape(name: name, fields: fields)
    return name
  }

  private mutating func shape(of field: ProtobufCFieldDescriptor) -> FieldShape? {
    guard let kind = unsafe kind(of: field) else { return nil }
    let isInOneof = unsafe field.flags & UInt32(PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue) != 0
    return unsafe FieldShape(
      name: text(field.name), number: UInt64(field.id), kind: kind,
      isRepeated: field.label == PROTOBUF_C_LABEL_REPEATED,
      oneof: isInOneof ? field.quantifier_offset : nil)
  }

  private mutating func kind(of field: ProtobufCFieldDescriptor) -> FieldShape.Kind? {
    switch unsafe field.type {
    case PROTOBUF_C_TYPE_INT32: return .int32
    case PROTOBUF_C_TYPE_SINT32: return .sint32
    case PROTOBUF_C_TYPE_SFIXED32: return .sfixed32
    case PROTOBUF_C_TYPE_INT64: return .int64
    case PROTOBUF_C_TYPE_SINT64: return .sint64
    case PROTOBUF_C_TYPE_SFIXED64: return .sfixed64
    case PROTOBUF_C_TYPE_UINT32: return .uint32
    case PROTOBUF_C_TYPE_FIXED32: return .fixed32
    case PROTOBUF_C_TYPE_UINT64: return .uint64
    case PROTOBUF_C_TYPE_FIXED64: return .fixed64
    case PROTOBUF_C_TYPE_FLOAT: return .float
    case PROTOBUF_C_TYPE_DOUBLE: return .double
    case PROTOBUF_C_TYPE_BOOL: return .bool
    case PROTOBUF_C_TYPE_STRING: return .text
    case PROTOBUF_C_TYPE_BYTES: return .bytes
    case PROTOBUF_C_TYPE_ENUM:
      guard let type = unsafe field.descriptor else { return nil }
      return unsafe .enumeration(add(type.assumingMemoryBound(to: ProtobufCEnumDescriptor.self)))
    case PROTOBUF_C_TYPE_MESSAGE:
      guard let type = unsafe field.descriptor else { return nil }
      return unsafe .message(add(type.assumingMemoryBound(to: ProtobufCMessageDescriptor.self)))
    default: return nil
    }
  }

  /// Adds an enum. Returns its full name.
  private mutating func add(_ descriptor: UnsafePointer<ProtobufCEnumDescriptor>) -> String {
    let name = unsafe text(descriptor.pointee.name)
    guard enums[name] == nil else { return name }
    var values: [(name: String, number: Int32)] = []
    for index in 0..<Int(unsafe descriptor.pointee.n_values) {
      let value = unsafe descriptor.pointee.values[index]
      values.append(unsafe (text(value.name), value.value))
    }
    enums[name] = EnumShape(name: name, values: values)
    return name
  }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
  }
}
