import Model
import Payments
import Stores

/// The charts of a day by their names, and the same figures as tables.
struct FigureCharts: Sendable {
    /// A chart's name, which is its address too.
    enum Name: String, CaseIterable, Sendable { case takings, outcomes, seconds, devices }

    struct Table: Hashable, Sendable {
        let name: Name
        let columns: [String]
        let rows: [[String]]
    }

    let charts: DayCharts
    let language: OperatorLanguage
    /// The names of the devices by their addresses. A device without one goes by its address.
    var names: [String: String] = [:]

    func svg(_ chart: Name, _ colours: ChartColours) -> String {
        switch chart {
        case .takings: BarChart(bars: takings, colours: colours).svg
        case .outcomes:
            BarChart(
                bars: charts.outcomes.map {
                    BarChart.Bar(label: word($0.outcome), value: Double($0.count), text: "\($0.count)")
                }, colours: colours
            ).svg
        case .seconds:
            BarChart(
                bars: charts.spans.map {
                    BarChart.Bar(label: label($0), value: Double($0.count), text: $0.count == 0 ? "" : "\($0.count)")
                }, colours: colours
            ).svg
        case .devices:
            ConditionChart(
                rows: charts.devices.map { ConditionChart.Row(label: name($0), hours: $0.hours) }, colours: colours
            ).svg
        }
    }

    var tables: [Table] {
        [
            Table(
                name: .takings,
                columns: [
                    say(Sentence("chart.hour")), say(Sentence("chart.payments")), say(Sentence("chart.takings")),
                ],
                rows: charts.hours.map { hour in
                    [
                        "\(hour.hour):00", "\(hour.payments)",
                        hour.net.map { say(Sentence("detail.amount", ["amount": $0])) }.joined(separator: ", "),
                    ]
                }),
            Table(
                name: .outcomes, columns: [say(Sentence("chart.outcome")), say(Sentence("chart.payments"))],
                rows: charts.outcomes.map { [word($0.outcome), "\($0.count)"] }),
            Table(
                name: .seconds, columns: [say(Sentence("chart.seconds")), say(Sentence("chart.payments"))],
                rows: charts.spans.map { [label($0), "\($0.count)"] }),
            Table(
                name: .devices,
                columns: [
                    say(Sentence("chart.device")), say(Sentence("chart.working")), say(Sentence("chart.trouble")),
                ],
                rows: charts.devices.map { device in
                    [name(device)]
                        + [DayCharts.Condition.working, .trouble].map { wanted in
                            "\(device.hours.count { $0 == wanted })"
                        }
                }),
        ]
    }

    // MARK: Parts

    /// The takings of the currency in which most payments were made.
    private var takings: [BarChart.Bar] {
        let uses = Dictionary(grouping: charts.hours.flatMap(\.net), by: \.currency)
        let usual = uses.max { ($0.value.count, $1.key.code) < ($1.value.count, $0.key.code) }?.key
        return charts.hours.map { hour in
            let money = hour.net.first { $0.currency == usual }
            return BarChart.Bar(
                label: "\(hour.hour)", value: Double(money?.minorUnits ?? 0),
                text: money.map { "\($0.minorUnits / max(1, Self.unit(of: $0.currency)))" } ?? "")
        }
    }

    /// How many minor units make a major one.
    private static func unit(of currency: Currency) -> Int64 {
        (0..<currency.exponent).reduce(1) { unit, _ in unit * 10 }
    }

    private func label(_ span: DayCharts.Span) -> String {
        span.below.map { "< \($0)" } ?? "≥ \(charts.spans.compactMap(\.below).last ?? 0)"
    }

    private func name(_ device: DayCharts.Device) -> String { (names[device.address] ?? device.address).presentable }
    private func word(_ outcome: PaymentOutcome) -> String { outcome.name.text(in: language) }
    private func say(_ sentence: Sentence) -> String { sentence.text(in: language) }
}
