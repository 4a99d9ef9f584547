/// How shades become black and white dots.
package enum Dithering: String, CaseIterable, Hashable, Sendable {
    /// The error of each dot is carried on whole: for photographs.
    case floydSteinberg = "floyd_steinberg"
    /// A part of the error is let go: more contrast, on paper often the clearest.
    case atkinson
    /// A fixed pattern of 8 by 8: even areas stay even.
    case ordered
    /// What is darker than the middle is black: for drawings and letters.
    case threshold
}

/// A logo as it stands on a sheet: the same picture in another way of dithering is another.
package struct LogoName: Hashable, Sendable, ExpressibleByStringLiteral {
    package let name: String
    package let dithering: Dithering

    package init(_ name: String, _ dithering: Dithering = .floydSteinberg) {
        self.name = name
        self.dithering = dithering
    }

    package init(stringLiteral name: String) { self.init(name) }
}
