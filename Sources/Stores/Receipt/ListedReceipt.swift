import Foundation
import Model
import Storage

/// A receipt, and what became of its prints.
package struct ListedReceipt: Hashable, Sendable {
    package enum State: String, Hashable, Sendable {
        /// The receipt's outcome is no longer valid.
        case withdrawn
        /// A print of it waits.
        case waiting
        /// A print of it was begun and has not ended: it is running or was cut off.
        case printing
        /// The process that printed it was stopped, and it was not printed again since.
        case cutOff = "cut_off"
        /// A print of it was begun, and nobody knows how much was printed.
        case unknown
        case printed
        /// No print of it was requested.
        case notPrinted = "not_printed"
    }

    package let receipt: StoredReceipt
    /// The prints, oldest first.
    package let prints: [PrintJob]
    /// The site of its payment; nil if it belongs to no payment of this till, as that of an end of day.
    package var site: SiteID?
    /// The name of that shop; nil for the embedded one, and where there is no site.
    package var shop: String?

    package var state: State {
        guard receipt.stands else { return .withdrawn }
        if prints.contains(where: { $0.state == .printing }) { return .printing }
        if prints.contains(where: { $0.state == .pending }) { return .waiting }
        let begun = prints.filter { $0.startedAt != nil && $0.state != .failed }
        guard
            let last = begun.max(by: {
                ($0.startedAt ?? .distantPast, $0.id.rawValue) < ($1.startedAt ?? .distantPast, $1.id.rawValue)
            })
        else { return .notPrinted }
        guard last.state == .unknown else { return .printed }
        return last.isCutOff ? .cutOff : .unknown
    }
}
