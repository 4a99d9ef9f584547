import Foundation
import Stores

/// A row of hours for each device, with a form for each condition besides its colour: a low bar for an hour without use, a high one
/// for an hour in which all went well, and a high one with a hole for an hour in which something failed.
struct ConditionChart: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        let label: String
        let hours: [DayCharts.Condition]
    }

    private static let (width, row, head, left) = (960.0, 64.0, 40.0, 250.0)
    /// The most letters of a label.
    private static let letters = 21

    let rows: [Row]
    let colours: ChartColours

    var svg: String {
        SVGDrawing(
            width: Self.width, height: Self.head + Self.row * Double(max(1, rows.count)), ground: colours.ground,
            body: hours + rows.enumerated().map { draw($1, at: $0) }.joined()
        ).text
    }

    private var count: Int { max(1, rows.map(\.hours.count).max() ?? 1) }
    private var step: Double { (Self.width - Self.left - 24) / Double(count) }

    private var hours: String {
        let every = max(1, Int((34 / step).rounded(.up)))
        return stride(from: 0, to: count, by: every).map { hour in
            SVGDrawing.text("\(hour)", x: Self.left + step * (Double(hour) + 0.5), y: 28, colours.text)
        }.joined()
    }

    private func draw(_ row: Row, at place: Int) -> String {
        let top = Self.head + Self.row * Double(place)
        let label = row.label.count > Self.letters ? row.label.prefix(Self.letters - 1) + "…" : row.label[...]
        return SVGDrawing.text(String(label), x: 24, y: top + 38, colours.text, anchor: "start")
            + row.hours.enumerated().map { hour, condition in
                draw(condition, x: Self.left + step * Double(hour) + step * 0.1, top: top, width: step * 0.8)
            }.joined()
    }

    private func draw(_ condition: DayCharts.Condition, x: Double, top: Double, width: Double) -> String {
        switch condition {
        case .unused: SVGDrawing.rectangle(x: x, y: top + 30, width: width, height: 4, colours.line)
        case .working: SVGDrawing.rectangle(x: x, y: top + 12, width: width, height: 40, colours.good)
        case .trouble:
            SVGDrawing.rectangle(x: x, y: top + 12, width: width, height: 40, colours.bad)
                + SVGDrawing.rectangle(
                    x: x + width * 0.3, y: top + 26, width: width * 0.4, height: 12, colours.ground)
        }
    }
}
