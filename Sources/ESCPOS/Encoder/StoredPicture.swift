import Receipts

/// A picture in a printer's non-volatile memory, so that receipts do not send it: on a serial line a logo takes as long as
/// the rest of a receipt.
package struct StoredPicture: Hashable, Sendable {
    /// The most bytes of a picture: a definition is one command with a length of two bytes.
    static let mostBytes = 60_000

    /// The printer's key of the picture: two characters from space to tilde.
    package let key: String
    package let picture: Bitmap

    /// Nil for an invalid key or a picture too large for one command.
    package init?(key: String, _ picture: Bitmap) {
        guard key.utf8.count == 2, key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), picture.width > 0,
            (1...Self.mostBytes).contains(picture.bytes.count)
        else { return nil }
        self.key = key
        self.picture = picture
    }

    /// The command that stores the picture and replaces an earlier one under the key. Send it once at setup, since the
    /// memory wears out. Nil when the printer has no such memory.
    ///
    /// `GS ( L <Function 67>`: `m fn a kc1 kc2 b xL xH yL yH c d…`.
    package func definition(for profile: PrinterProfile) -> [UInt8]? {
        guard profile.graphics == .stored, picture.width <= profile.widthDots else { return nil }
        var dots = picture.bytes
        RealTimeSequence.remove(fromDots: &dots, from: 0)
        let body =
            [0x30, 67, 0x30] + Array(key.utf8) + [1] + Self.word(picture.width) + Self.word(picture.height) + [0x31]
            + dots
        return [0x1D, 0x28, 0x4C] + Self.word(body.count) + body
    }

    /// `GS ( L <Function 69>`: prints the picture in its own size.
    var printing: [UInt8] { [0x1D, 0x28, 0x4C, 6, 0, 0x30, 69] + Array(key.utf8) + [1, 1] }

    private static func word(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
}
