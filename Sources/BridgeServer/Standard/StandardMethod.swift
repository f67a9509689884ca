/// A method of a service that every gRPC server has.
enum StandardMethod: String {
  case check = "/grpc.health.v1.Health/Check"
  case list = "/grpc.health.v1.Health/List"
  case watch = "/grpc.health.v1.Health/Watch"
  case reflection = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"
  case oldReflection = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"

  /// Whether the client sends any number of messages.
  var isClientStreaming: Bool {
    switch self {
    case .reflection, .oldReflection: true
    case .check, .list, .watch: false
    }
  }
}
