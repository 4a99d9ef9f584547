import Foundation
import Synchronization

/// A card's data as a reader has read and encrypted it for its acquirer. Only the acquirer can use it.
///
/// The data is lent once, to the code that sends it to the acquirer, and is overwritten after that or on deallocation:
/// it cannot be sent twice. The type has no text, mirror, coding or equality, so that nothing can print or store the
/// data.
package final class EncryptedCardData: Sendable {
    /// The most bytes: what one frame of a reader can hold.
    package static let longest = 4096

    private let sealed: Mutex<[UInt8]?>

    /// Copies the bytes; the caller wipes its own. Traps on an empty array and on more than `longest` bytes.
    package init(_ bytes: [UInt8]) {
        precondition((1...Self.longest).contains(bytes.count), "card data has 1 to \(Self.longest) bytes")
        // The memory is private, so that it can be overwritten even if other code holds the caller's array.
        sealed = Mutex([UInt8](unsafeUninitializedCapacity: bytes.count) { $1 = $0.initialize(fromContentsOf: bytes) })
    }

    deinit { sealed.withLock { $0?.wipe() } }

    /// Lends the bytes to `use` for the length of the call, once. Later calls return nil without calling `use`.
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
    /// Overwrites all bytes with zeros; the compiler cannot optimise that away.
    package mutating func wipe() {
        withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        }
    }
}
