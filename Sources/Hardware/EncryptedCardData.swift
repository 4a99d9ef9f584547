import Foundation
import Synchronization

/// What a reader has read of a card, encrypted for its acquirer. Nobody else can use it, and nobody else is shown it.
///
/// It is lent once, to whoever sends it to the acquirer, and is overwritten then, or when it is let go: what was sent
/// cannot be sent again. It has no text, no mirror, no coding and no equality, so that nothing can print or store it.
package final class EncryptedCardData: Sendable {
    /// The longest that is taken: what a frame of a reader can hold.
    package static let longest = 4096

    private let sealed: Mutex<[UInt8]?>

    /// Takes the bytes over; the caller wipes its own. Traps on none, and on more than the longest.
    package init(_ bytes: [UInt8]) {
        precondition((1...Self.longest).contains(bytes.count), "card data has 1 to \(Self.longest) bytes")
        // Memory of its own, which can be overwritten whoever else has the caller's.
        sealed = Mutex([UInt8](unsafeUninitializedCapacity: bytes.count) { $1 = $0.initialize(fromContentsOf: bytes) })
    }

    deinit { sealed.withLock { $0?.wipe() } }

    /// Lends the bytes for the length of the call, the first time; nil, and `use` not called, from then on.
    package func spend<Value>(_ use: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value? {
        guard var bytes = sealed.withLock({ $0.take() }) else { return nil }
        defer { bytes.wipe() }
        return try bytes.withUnsafeBytes(use)
    }
}

extension EncryptedCardData: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "encrypted card data" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension [UInt8] {
    /// Overwrites what is there with zeros; no compiler leaves that out.
    package mutating func wipe() {
        withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        }
    }
}
