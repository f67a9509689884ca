/// Server reflection, `grpc.reflection.v1` and `v1alpha`, whose messages are the same.
package enum Reflection {
  private enum RequestFields {
    static let fileByFilename: UInt64 = 3
    static let fileContainingSymbol: UInt64 = 4
    static let fileContainingExtension: UInt64 = 5
    static let allExtensionNumbersOfType: UInt64 = 6
    static let listServices: UInt64 = 7
  }

  fileprivate enum ResponseFields {
    static let originalRequest: UInt64 = 2
    static let files: UInt64 = 4
    static let services: UInt64 = 6
    static let error: UInt64 = 7
  }

  /// The only field of the messages in a response, or their first.
  fileprivate static let first: UInt64 = 1
  fileprivate static let errorMessage: UInt64 = 2

  private enum Question {
    case file(name: String)
    case symbol(String)
    case services
    /// Extensions, which proto3 does not have.
    case extensions
  }

  /// Returns the response to a request.
  package static func answer(_ request: [UInt8]) throws(Status) -> [UInt8] {
    let question = try question(in: request)
    return ProtoWriter.bytes(capacity: 1024) {
      $0.blob(ResponseFields.originalRequest, request)
      switch question {
      case .file(let name):
        $0.files(
          DescriptorFile.named(name), "no file \(name.excerpt); list_services names the services")
      case .symbol(let name):
        $0.files(
          DescriptorFile.declaring(name),
          "no symbol \(name.excerpt); list_services names the services")
      case .services: $0.services()
      case .extensions: $0.error(.notFound, "there are no extensions: the contract is proto3")
      case nil:
        $0.error(
          .invalidArgument,
          "the request asks for nothing that is known: set list_services, or a name of a file or symbol"
        )
      }
    }
  }

  private static func question(in request: [UInt8]) throws(Status) -> Question? {
    var question: Question?
    try forEachField(of: request, "ServerReflectionRequest") { (number, value) throws(Status) in
      switch number {
      case RequestFields.fileByFilename: question = .file(name: try text(value, "file_by_filename"))
      case RequestFields.fileContainingSymbol:
        question = .symbol(try text(value, "file_containing_symbol"))
      case RequestFields.fileContainingExtension, RequestFields.allExtensionNumbersOfType:
        question = .extensions
      case RequestFields.listServices: question = .services
      default: break
      }
    }
    return question
  }
}

extension ProtoWriter {
  fileprivate mutating func files(_ file: DescriptorFile?, _ refusal: String) {
    guard let file else { return error(.notFound, refusal) }
    message(Reflection.ResponseFields.files) {
      for descriptor in file.withImports { $0.blob(Reflection.first, present: descriptor) }
    }
  }

  fileprivate mutating func services() {
    message(Reflection.ResponseFields.services) {
      for name in DescriptorFile.services {
        $0.message(Reflection.first) { $0.text(Reflection.first, name) }
      }
    }
  }

  fileprivate mutating func error(_ code: StatusCode, _ text: String) {
    message(Reflection.ResponseFields.error) {
      $0.signed(Reflection.first, code.rawValue)
      $0.text(Reflection.errorMessage, text)
    }
  }
}
