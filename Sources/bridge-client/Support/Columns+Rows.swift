internal import CommandLineOptions

extension Columns {
  init(rows: [[String]]) {
    self.init()
    for row in rows { append(row) }
  }
}

/// "1 element", "3 elements".
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
