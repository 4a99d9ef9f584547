/// How shades become black and white dots.
package enum Dithering: String, CaseIterable, Hashable, Sendable {
    /// The whole error of each dot is carried on: for photographs.
    case floydSteinberg = "floyd_steinberg"
    /// A part of the error is dropped: more contrast, on paper often the clearest.
    case atkinson
    /// A fixed pattern of 8 by 8: even areas stay even.
    case ordered
    /// Anything darker than the middle is black: for drawings and letters.
    case threshold
}
