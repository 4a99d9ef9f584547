import Foundation

/// Upright bars with a text above and a label below each, as SVG 1.1 without styles, scripts or references. The same figures make
/// the same bytes.
struct BarChart: Hashable, Sendable {
    struct Bar: Hashable, Sendable {
        /// Below the bar.
        let label: String
        /// Below zero hangs from the line.
        let value: Double
        /// Above the bar; empty for none.
        let text: String
    }

    private static let (width, height) = (960.0, 420.0)
    private static let (edge, above, below) = (24.0, 48.0, 56.0)
    /// A bar that stands alone is no wall.
    private static let widestBar = 120.0
    /// How wide a letter of 18 is at most.
    private static let letter = 11.0

    let bars: [Bar]
    let colours: ChartColours

    /// For people who cannot see it the page has the same figures as a table, so it has no text of its own.
    var svg: String {
        SVGDrawing(width: Self.width, height: Self.height, ground: colours.ground, body: drawing.joined()).text
    }

    private var drawing: [String] {
        let step = (Self.width - 2 * Self.edge) / Double(max(1, bars.count))
        let every = labelled(step)
        return bars.enumerated().map { number, bar in
            let x = Self.edge + step * Double(number)
            let shows = number % every == 0
            let width = min(step * 0.7, Self.widestBar)
            return rectangle(bar, x: x + (step - width) / 2, width: width)
                + (shows ? SVGDrawing.text(bar.label, x: x + step / 2, y: Self.height - 20, colours.text) : "")
                + text(above: bar, x: x + step / 2, fits: step)
        } + [SVGDrawing.line(from: (Self.edge, zero), to: (Self.width - Self.edge, zero), colours.line)]
    }

    /// Each how many-th label has room.
    private func labelled(_ step: Double) -> Int {
        let widest = Double(bars.map(\.label.count).max() ?? 0) * Self.letter
        return max(1, Int((widest / step).rounded(.up)))
    }

    private var highest: Double { max(0, bars.map(\.value).max() ?? 0) }
    private var lowest: Double { min(0, bars.map(\.value).min() ?? 0) }
    private var scale: Double {
        let room = Self.height - Self.above - Self.below
        return highest - lowest > 0 ? room / (highest - lowest) : 0
    }
    /// The height of zero in the chart; at the bottom if nothing rises above it or hangs from it.
    private var zero: Double { scale > 0 ? Self.above + highest * scale : Self.height - Self.below }

    private func rectangle(_ bar: Bar, x: Double, width: Double) -> String {
        let end = zero - bar.value * scale
        return SVGDrawing.rectangle(
            x: x, y: min(zero, end), width: width, height: abs(zero - end), bar.value < 0 ? colours.bad : colours.bar)
    }

    private func text(above bar: Bar, x: Double, fits step: Double) -> String {
        guard Double(bar.text.count) * Self.letter <= step else { return "" }
        return SVGDrawing.text(bar.text, x: x, y: min(zero, zero - bar.value * scale) - 10, colours.text)
    }
}
