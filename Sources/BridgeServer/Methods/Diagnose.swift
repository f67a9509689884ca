internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func diagnose(_ call: Call, _ request: DiagnoseRequest) {
    let gathering = ResultGatherer<[Finding]>(count: sources.count) {
      [audit, reloadProblems] findings in
      let ofServer = (audit.map { [$0.finding] } ?? []) + reloadProblems.findings
      call.respond(DiagnoseResponse(findings: findings.flatMap { $0 } + ofServer))
    }
    for (place, source) in sources.enumerated() {
      source.diagnose { gathering.set($0, at: place) }
    }
  }
}
