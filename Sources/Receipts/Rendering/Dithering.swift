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
