import Foundation

/// The mark of a print. The first print of a document and copy has none, and every later one is marked; there is never
/// a second unmarked one.
package enum PrintMark: Hashable, Codable, Sendable {
    case original
    /// The n-th reprint, counted from 1, and its time.
    case duplicate(Int, at: Date)
}
