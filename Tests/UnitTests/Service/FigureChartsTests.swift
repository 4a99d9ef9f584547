import Foundation
import FoundationXML
import Model
import Testing

@testable import Payments
@testable import Service
@testable import Stores

/// The charts of the operators' figures: well-formed, with nothing from elsewhere, and with the same figures as their tables.
@Suite struct FigureChartsTests {
    private static let charts = DayCharts(
        hours: (0..<25).map { hour in
            DayCharts.Hour(
                hour: hour, payments: hour, net: [Money(minorUnits: Int64(hour - 3) * 1_250, currency: .eur)])
        },
        outcomes: [TillStatus.OutcomeCount(outcome: .reversed(nil), count: 3)],
        spans: DayCharts.spans([1_000, 7_000, 70_000]),
        devices: [
            DayCharts.Device(
                address: "serial:/dev/<script>&\"x", isPrinter: false,
                hours: [.unused, .working, .trouble] + .init(repeating: .working, count: 22))
        ])

    private static func charts(_ language: OperatorLanguage = .en) -> FigureCharts {
        FigureCharts(charts: charts, language: language)
    }

    @Test(arguments: FigureCharts.Name.allCases, [nil, "dark", "contrast"])
    func aChartIsWellFormedAndHasNothingFromElsewhere(_ name: FigureCharts.Name, appearance: String?) throws {
        let svg = Self.charts().svg(name, ChartColors(appearance: appearance))
        let parser = XMLParser(data: Data(svg.utf8))
        #expect(parser.parse())
        for word in ["style", "script>", "href", "url(", "nan", "inf"] {
            #expect(!svg.replacing("&lt;script&gt;", with: "").localizedCaseInsensitiveContains(word), "\(word)")
        }
    }

    @Test func anEmptyDayIsDrawnToo() {
        let empty = DayCharts(hours: [], outcomes: [], spans: DayCharts.spans([]), devices: [])
        for name in FigureCharts.Name.allCases {
            let svg = FigureCharts(charts: empty, language: .de).svg(name, ChartColors(appearance: nil))
            #expect(svg.hasSuffix("</svg>") && !svg.lowercased().contains("nan"))
        }
    }

    @Test func whatIsBelowZeroHangsFromTheLine() {
        let bars = [BarChart.Bar(label: "0", value: -5, text: ""), BarChart.Bar(label: "1", value: 5, text: "")]
        let colors = ChartColors(appearance: nil)
        let svg = BarChart(bars: bars, colors: colors).svg
        #expect(svg.contains(colors.bad) && svg.contains(colors.bar))
    }

    @Test(arguments: [OperatorLanguage.en, .de, .fr])
    func theTablesHaveTheSameFiguresInEachLanguage(_ language: OperatorLanguage) throws {
        let tables = Self.charts(language).tables
        #expect(tables.map(\.name) == FigureCharts.Name.allCases)
        for table in tables { #expect(table.rows.allSatisfy { $0.count == table.columns.count }) }
        #expect(tables[0].rows.count == 25)
        #expect(tables[2].rows.map(\.last) == ["1", "1", "0", "0", "0", "1"])
        #expect(tables[3].rows.first?.suffix(2) == ["23", "1"])
    }

    /// Text and bars against their ground.
    @Test(arguments: [nil, "dark", "contrast"])
    func theColoursHaveEnoughContrast(appearance: String?) {
        let colors = ChartColors(appearance: appearance)
        for color in [colors.text, colors.bar, colors.good, colors.bad] {
            #expect(Self.contrast(color, colors.ground) >= 4.5, "\(color)")
        }
    }

    /// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
    private static func contrast(_ one: String, _ other: String) -> Double {
        let both = [luminance(one), luminance(other)].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    private static func luminance(_ color: String) -> Double {
        let number = Int(color.dropFirst(), radix: 16) ?? 0
        let parts = [16, 8, 0].map { shift -> Double in
            let part = Double(number >> shift & 0xFF) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
