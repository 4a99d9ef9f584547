import Foundation
import Model

/// A disk on which less is free than must be.
package struct FullDisk: Hashable, Sendable {
    /// A folder on the disk.
    package let path: String
    /// In bytes, for a user without privileges.
    package let free: UInt64
    package let needed: UInt64

    /// Nil if that much is free.
    init?(_ path: String, free: UInt64, needed: UInt64) {
        guard free < needed else { return nil }
        (self.path, self.free, self.needed) = (path, free, needed)
    }

    private var facts: [String: any CustomStringConvertible] {
        ["path": path, "free": Sentence(size: Double(free)), "needed": Sentence(size: Double(needed))]
    }

    var sentence: Sentence { Sentence("failure.storage.noRoom", facts) }
    var remedy: Sentence { Sentence("remedy.storage.noRoom", facts) }
}
