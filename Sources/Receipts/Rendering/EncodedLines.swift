import Model

/// A print job, and the characters that could not be printed.
package struct EncodedLines: Hashable, Sendable {
    /// A character for which neither the printer nor this machine has a glyph.
    package struct Replacement: Hashable, CustomStringConvertible, Sendable {
        package let character: Unicode.Scalar
        /// The text on paper in its place, as wide as the character.
        package let printed: String

        package init(_ character: Unicode.Scalar, printed: String) {
            self.character = character
            self.printed = printed
        }

        /// `ꙮ as □`.
        package var description: String { "\(character) as \(printed)" }
    }

    package let data: PrintData
    package var bytes: [UInt8] { data.bytes }
    /// Each replaced character once, in order of occurrence. If empty, the paper says exactly what the lines say.
    package let replaced: [Replacement]

    package init(data: PrintData, replaced: [Replacement]) {
        self.data = data
        self.replaced = replaced
    }
}
