internal import AccessibilityRendering
internal import AccessibilityTree

/// The results of a benchmark: figures in order, for a table or as one JSON object.
struct BenchReport {
  enum Figure {
    case count(Int)
    case number(Double)
    case text(String)
  }

  let name: String
  private(set) var figures: [(name: String, value: Figure)] = []

  init(_ name: String) {
    self.name = name
  }

  mutating func add(_ name: String, _ value: Int) { figures.append((name, .count(value))) }
  mutating func add(_ name: String, _ value: Double) { figures.append((name, .number(value))) }
  mutating func add(_ name: String, _ value: String) { figures.append((name, .text(value))) }

  /// Adds percentiles in microseconds.
  mutating func add(_ histogram: Histogram) {
    let sorted = histogram.sorted()
    add("p50_us", sorted.percentile(0.5))
    add("p90_us", sorted.percentile(0.9))
    add("p99_us", sorted.percentile(0.99))
    add("max_us", sorted.percentile(1))
  }

  /// Adds a number of operations, the time they took, and their rate.
  mutating func add(operations: Int, in time: Duration) {
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    add("operations", operations)
    add("seconds", seconds)
    add("per_second", seconds > 0 ? Double(operations) / seconds : 0)
  }

  var json: String {
    var writer = JSONWriter()
    writer.object { object in
      object.field("benchmark", name)
      for (name, value) in figures {
        object.key(named: name)
        switch value {
        case .count(let count): object.integer(count)
        case .number(let number): object.number(rounded(number))
        case .text(let text): object.string(text)
        }
      }
    }
    return writer.text
  }

  var lines: [String] {
    let width = figures.map(\.name.count).max() ?? 0
    return [name]
      + figures.map { name, value in
        let padding = String(repeating: " ", count: width - name.count)
        switch value {
        case .count(let count): return "  \(name)\(padding)  \(count)"
        case .number(let number): return "  \(name)\(padding)  \(rounded(number))"
        case .text(let text): return "  \(name)\(padding)  \(text)"
        }
      }
  }

  private func rounded(_ number: Double) -> Double {
    let factor: Double = abs(number) >= 1000 ? 1 : 1000
    return (number * factor).rounded() / factor
  }
}
