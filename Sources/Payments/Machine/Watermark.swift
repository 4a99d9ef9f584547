import Foundation
import Hardware
import Model

/// The last transaction that a terminal told before ours. It shows later whether the terminal's answer is new.
package enum Watermark: Hashable, Codable, Sendable {
    /// A receipt number. It has four digits and wraps from 9999 to 1.
    case receipt(Int)
    /// The terminal had nothing to repeat and ended the question with this code.
    case nothingStored(code: DeviceCode?)
    /// The terminal did not tell.
    case unknown

    /// The number of receipt numbers, after which they start again. The nearer half ahead of the watermark is newer.
    static let circle = 9999

    /// Whether a transaction with this receipt number may be the very next one after the watermark.
    package func isNext(_ receipt: Int) -> Bool {
        guard case .receipt(let last) = self else { return true }
        return receipt == last % Self.circle + 1
    }

    /// Whether a transaction with this receipt number came after the watermark; nil if that cannot be told.
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
