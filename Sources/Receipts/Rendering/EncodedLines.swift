/// A print job, and what could not be printed as it was written.
package struct EncodedLines: Hashable, Sendable {
    /// A character that neither the printer nor this machine has a glyph for.
    package struct Replacement: Hashable, CustomStringConvertible, Sendable {
        package let character: Unicode.Scalar
        /// What is on the paper in its place, as wide as the character.
        package let printed: String

        package init(_ character: Unicode.Scalar, printed: String) {
            self.character = character
            self.printed = printed
        }

        /// `ꙮ as □`.
        package var description: String { "\(character) as \(printed)" }
    }

    package let bytes: [UInt8]
    /// Each replaced character once, in the order met. Empty: the paper says exactly what the lines say.
    package let replaced: [Replacement]

    package init(bytes: [UInt8], replaced: [Replacement]) {
        self.bytes = bytes
        self.replaced = replaced
    }
}
