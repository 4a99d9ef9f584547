import Foundation

/// A colour as web pages write it: `#1a6b4f`.
package struct Colour: Hashable, Sendable, CustomStringConvertible {
    private let red: UInt8
    private let green: UInt8
    private let blue: UInt8

    /// Nil for anything but a number sign and six hexadecimal digits.
    package init?(_ text: String) {
        let digits = text.utf8.dropFirst()
        guard text.hasPrefix("#"), digits.count == 6, let number = UInt32(text.dropFirst(), radix: 16),
            digits.first != UInt8(ascii: "+")
        else { return nil }
        red = UInt8(number >> 16 & 0xFF)
        green = UInt8(number >> 8 & 0xFF)
        blue = UInt8(number & 0xFF)
    }

    package init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    package var description: String { String(format: "#%02x%02x%02x", red, green, blue) }

    /// How bright the colour is: 0 for black, 1 for white (WCAG 2.2, relative luminance).
    private var luminance: Double {
        let parts = [red, green, blue].map { part -> Double in
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    /// Black or white, whichever is easier to read on this colour.
    package var legible: Colour {
        let (black, white) = (Colour(red: 0, green: 0, blue: 0), Colour(red: 255, green: 255, blue: 255))
        return contrast(with: black) > contrast(with: white) ? black : white
    }

    /// The contrast with another colour, from 1 to 21 (WCAG 2.2, contrast ratio).
    package func contrast(with other: Colour) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }
}
