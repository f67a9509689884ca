/// Waits for several answers and hands them over in order.
final class ResultGatherer<Answer> {
  private var results: [Answer?]
  private var missing: Int
  private let completion: ([Answer]) -> Void

  init(count: Int, completion: @escaping ([Answer]) -> Void) {
    results = Array(repeating: nil, count: count)
    missing = count
    self.completion = completion
    if count == 0 { completion([]) }
  }

  func set(_ result: Answer, at index: Int) {
    guard results[index] == nil else { return }
    results[index] = result
    missing -= 1
    if missing == 0 { completion(results.compactMap { $0 }) }
  }
}
