internal import AccessibilityTree

extension View {
  /// Makes the element a chart, and describes it by attributes: `chart-title`, `chart-summary`, `chart-x-axis`,
  /// `chart-y-axis`, and `chart-series:NAME` with the points.
  public func accessibilityChartDescriptor(
    _ representable: some AXChartDescriptorRepresentable
  ) -> some View {
    modifyElement { $0.describe(representable.makeChartDescriptor()) }
  }
}

extension ElementContent {
  fileprivate mutating func describe(_ chart: AXChartDescriptor) {
    element.role = .chart
    if let title = chart.title { setAttribute("chart-title", title) }
    if let summary = chart.summary { setAttribute("chart-summary", summary) }
    setAttribute("chart-x-axis", chart.xAxis.words)
    if let axis = chart.yAxis { setAttribute("chart-y-axis", axis.words) }
    for axis in chart.additionalAxes { setAttribute("chart-axis:\(axis.title)", axis.words) }
    for series in chart.series {
      setAttribute("chart-series:\(series.name)", series.words(chart.xAxis, chart.yAxis))
    }
  }
}

extension AXDataAxisDescriptor {
  fileprivate var words: String { "\(title): \(extent)" }

  fileprivate func words(_ number: Double) -> String {
    (self as? AXNumericDataAxisDescriptor)?.valueDescriptionProvider(number)
      ?? number.shortDescription
  }
}

extension AXDataSeriesDescriptor {
  /// The number of points that are described; further ones are only counted.
  private static let maxPoints = 1000

  fileprivate func words(
    _ xAxis: any AXDataAxisDescriptor, _ yAxis: AXNumericDataAxisDescriptor?
  ) -> String {
    var points = dataPoints.prefix(Self.maxPoints).map { point in
      let x =
        switch point.x {
        case .number(let number): xAxis.words(number)
        case .category(let name): name
        }
      let y = point.y.map { yAxis?.words($0) ?? $0.shortDescription }
      return [point.label ?? x, y].compactMap(\.self).joined(separator: " ")
    }
    let left = dataPoints.count - points.count
    if left > 0 { points.append("and \(left) more") }
    return points.joined(separator: ", ")
  }
}
