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
        let svg = Self.charts().svg(name, ChartColours(appearance: appearance))
        let parser = XMLParser(data: Data(svg.utf8))
        #expect(parser.parse())
        for word in ["style", "script>", "href", "url(", "nan", "inf"] {
            #expect(!svg.replacing("&lt;script&gt;", with: "").localizedCaseInsensitiveContains(word), "\(word)")
        }
    }

    @Test func anEmptyDayIsDrawnToo() {
        let empty = DayCharts(hours: [], outcomes: [], spans: DayCharts.spans([]), devices: [])
        for name in FigureCharts.Name.allCases {
            let svg = FigureCharts(charts: empty, language: .de).svg(name, ChartColours(appearance: nil))
            #expect(svg.hasSuffix("</svg>") && !svg.lowercased().contains("nan"))
        }
    }

    @Test func theLineOfZeroIsAtTheBottomWhereNothingHappened() {
        let bars = [BarChart.Bar(label: "0", value: 0, text: "0"), BarChart.Bar(label: "1", value: 0, text: "0")]
        let (colours, one) = (ChartColours(appearance: nil), BarChart.Bar(label: "0", value: 5, text: ""))
        let bottoms = [bars, [one]].map { bars in
            BarChart(bars: bars, colours: colours).svg.firstMatch(of: /<path d="M[0-9.]+ ([0-9.]+)L/)
                .map { String($0.1) }
        }
        #expect(bottoms[0] != nil && bottoms[0] == bottoms[1])
    }

    @Test func aBarThatStandsAloneIsNoWall() throws {
        let colours = ChartColours(appearance: nil)
        let svg = BarChart(bars: [BarChart.Bar(label: "0", value: 5, text: "")], colours: colours).svg
        let widths = svg.matches(of: /<rect[^>]* width="([0-9.]+)"/).compactMap { Double($0.1) }
        let bar = try #require(widths.last)
        #expect(bar <= 120, "\(widths)")
    }

    @Test func whatIsBelowZeroHangsFromTheLine() {
        let bars = [BarChart.Bar(label: "0", value: -5, text: ""), BarChart.Bar(label: "1", value: 5, text: "")]
        let colours = ChartColours(appearance: nil)
        let svg = BarChart(bars: bars, colours: colours).svg
        #expect(svg.contains(colours.bad) && svg.contains(colours.bar))
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
    func theColoursHaveEnoughContrast(appearance: String?) throws {
        let colours = ChartColours(appearance: appearance)
        let ground = try #require(Colour(colours.ground))
        for colour in [colours.text, colours.bar, colours.good, colours.bad] {
            #expect(try #require(Colour(colour)).contrast(with: ground) >= 4.5, "\(colour)")
        }
    }
}
