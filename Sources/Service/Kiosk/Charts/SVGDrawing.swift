import Foundation
import Receipts

/// Shapes and texts as SVG 1.1 with attributes only: a strict content security policy allows no styles.
struct SVGDrawing: Hashable, Sendable {
    let width, height: Double
    let ground: String
    let body: String

    var text: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(width)) \(Self.number(height))" \
        font-family="Inter, 'DejaVu Sans', sans-serif" font-size="18">\
        <rect width="100%" height="100%" rx="12" fill="\(ground)"/>\(body)</svg>
        """
    }

    static func rectangle(x: Double, y: Double, width: Double, height: Double, _ colour: String) -> String {
        guard height > 0, width > 0 else { return "" }
        return
            "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\" rx=\"3\" "
            + "fill=\"\(colour)\"/>"
    }

    static func line(from: (x: Double, y: Double), to: (x: Double, y: Double), _ colour: String) -> String {
        "<path d=\"M\(number(from.x)) \(number(from.y))L\(number(to.x)) \(number(to.y))\" stroke=\"\(colour)\" stroke-width=\"2\"/>"
    }

    /// Writes a text at a point of its baseline; nothing if it is empty.
    ///
    /// - Parameter anchor: `start`, `middle` or `end`.
    static func text(_ text: String, x: Double, y: Double, _ colour: String, anchor: String = "middle") -> String {
        guard !text.isEmpty else { return "" }
        return
            "<text x=\"\(number(x))\" y=\"\(number(y))\" fill=\"\(colour)\" text-anchor=\"\(anchor)\">\(Markup.escaped(text))</text>"
    }

    /// With one digit after the point at most, and a point in every language.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}
