/// Health checking, `grpc.health.v1`.
package enum ServiceHealth: UInt64, Sendable {
  case serving = 1
  case notServing = 2
  case serviceUnknown = 3

  /// Returns the service that a request of Check or Watch asks for; empty: the server as a whole.
  package static func service(in request: [UInt8]) throws(Status) -> String {
    var service = ""
    try forEachField(of: request, "HealthCheckRequest") { (number, value) throws(Status) in
      if number == HealthFields.service { service = try text(value, "service") }
    }
    return service
  }

  /// Returns the health of a service, by its full name, while the server serves.
  package static func health(of service: String) -> ServiceHealth {
    service.isEmpty || DescriptorFile.services.contains(service) ? .serving : .serviceUnknown
  }

  /// The response of Check and Watch.
  package var response: [UInt8] {
    ProtoWriter.bytes { $0.number(HealthFields.status, rawValue) }
  }

  /// The response of List.
  package static var list: [UInt8] {
    ProtoWriter.bytes(capacity: 512) {
      for service in [""] + DescriptorFile.services {
        $0.message(HealthFields.statuses) {
          $0.text(HealthFields.key, present: service)
          $0.blob(HealthFields.value, ServiceHealth.serving.response)
        }
      }
    }
  }
}

private enum HealthFields {
  static let service: UInt64 = 1
  static let status: UInt64 = 1
  static let statuses: UInt64 = 1
  static let key: UInt64 = 1
  static let value: UInt64 = 2
}
