/// The record of what is visible from outside of one run: a few lines of words, and digests of the rest.
package struct WorldRecord: Hashable, Sendable {
    package struct Line: Hashable, Sendable, CustomStringConvertible {
        package let name: String
        package let text: String

        package init(_ name: String, _ text: String) {
            self.name = name
            self.text = text
        }

        package var description: String { "\(name): \(text)" }
    }

    /// The answers, the states of payments and orders, what was reported to the shop, and what was printed.
    package let words: [Line]
    /// The control fields of the telegrams and the kinds of the journal's entries, in order.
    package let traffic: [Line]
    /// A digest of every byte on the line with its time, the entries, all texts, and the paper.
    package let digest: String

    package init(words: [Line], traffic: [Line], digest: String) {
        self.words = words
        self.traffic = traffic
        self.digest = digest
    }

    /// The parts of the digest.
    static let parts = ["telegrams", "facts", "texts", "paper"]
}

/// FNV-1a, which is equal on every machine and in every build.
struct Fingerprint {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: some Collection<UInt8>) {
        var hash = hash
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { buffer in
            for byte in buffer { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        if isDone == nil { for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
        // This separates two parts, so that their hash differs from that of their concatenation.
        self.hash = (hash ^ 0x100) &* 0x100_0000_01b3
    }

    mutating func add(_ text: String) { add(text.utf8) }

    mutating func add(_ number: Int64) { withUnsafeBytes(of: number.littleEndian) { add($0) } }

    /// The hash as four digits.
    var word: String {
        let folded = UInt16(truncatingIfNeeded: hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48)
        let digits = String(folded, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
