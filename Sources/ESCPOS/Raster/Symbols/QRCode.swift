import Flow
import Receipts

/// A QR code for a screen.
package enum QRCode {
    /// The light margin around the code, in modules (ISO/IEC 18004).
    private static let margin = 4

    /// The code as SVG, black on white, whatever the colours around it are.
    ///
    /// Throws `symbol.notDrawn` for a text that is too long.
    package static func svg(_ text: String) throws(Failure) -> String {
        let dots = try SymbolPattern(.qr(level: 1), Array(text.utf8), isText: true).dots
        var path = ""
        for y in 0..<dots.height {
            for x in 0..<dots.width where dots.isBlack(x, y) { path += "M\(x + margin) \(y + margin)h1v1h-1z" }
        }
        let side = dots.width + 2 * margin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <rect width="\(side)" height="\(side)" fill="#fff"/><path d="\(path)" fill="#000"/></svg>
            """
    }
}
