public import AccessibilityTree

extension SampleSource {
  /// Presents the application anew and compares.
  public func verify(_ application: ElementID, completion: @escaping (VerifyReport) -> Void) {
    completion(report(on: application))
  }

  public func diagnose(completion: @escaping ([Finding]) -> Void) {
    let finding =
      switch status.phase {
      case .running: Finding(.ok, name, "runs in this process")
      case .starting, .stopped: Finding(.note, name, "is not running")
      case .unavailable:
        Finding(
          .problem, name, status.detail, remedy: "report it; restart the server to go on")
      }
    completion([finding])
  }
}
