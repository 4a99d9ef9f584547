import Foundation
import Hardware
import Model

/// The last transaction a terminal told of before ours, to tell later whether its answer is news.
package enum Watermark: Hashable, Codable, Sendable {
    /// Receipt number, four digits, wraps from 9999 to 1.
    case receipt(Int)
    /// The terminal had nothing to repeat, and said so with this code.
    case nothingStored(code: DeviceCode?)
    /// The terminal would not say.
    case unknown

    /// Receipt numbers are a circle of 9999. The nearer half ahead of us is news.
    static let circle = 9999

    /// Whether a transaction with this receipt number came after the watermark; nil where that cannot be told.
    package func isNewer(_ receipt: Int) -> Bool? {
        switch self {
        case .receipt(let last):
            let ahead = ((receipt - last) % Self.circle + Self.circle) % Self.circle
            return (1...Self.circle / 2).contains(ahead)
        case .nothingStored: return true
        case .unknown: return nil
        }
    }
}
