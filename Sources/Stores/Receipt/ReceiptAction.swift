import Flow
import Foundation
import Model
import Storage

/// What can be asked of the archive of receipts. Works with nobody signed in. Paper is the print spool's.
public enum ReceiptAction: Action {
    /// The receipt as text, laid out for that many columns, with the mark it would bear on its first print.
    case generateContent(ReceiptReference, columns: Int, Reply<String>)
    case loadReceipt(ReceiptReference, Reply<StoredReceipt>)
    /// Puts a receipt into the archive as it is. Refused where its id, or that copy of its payment, is there, and where any
    /// of its texts holds card data.
    case saveReceipt(Receipt, Reply<StoredReceipt>)
    /// Every print of a receipt, oldest first, and what was moved to another printer and why.
    case listPrints(ReceiptReference, Reply<[PrintHistory]>)
    /// Prints of a payment's receipts that wait in the spool.
    case listWaiting(PaymentID, Reply<[PrintJob]>)
    /// Newest first, withdrawn or not.
    case listReceipts(limit: Int, Reply<[ListedReceipt]>)
}

/// A receipt, and how it stands with its paper.
public struct ListedReceipt: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        /// What it says was taken back.
        case withdrawn
        /// A print of it waits.
        case waiting
        /// A print of it was begun and has not ended: it is being made, or was cut off.
        case printing
        /// The process that printed it was ended over it, and nothing was printed of it since.
        case cutOff = "cut_off"
        /// A print of it was begun, and nobody knows how much came out.
        case unknown
        case printed
        /// Nothing of it was to be printed.
        case notPrinted = "not_printed"
    }

    public let receipt: StoredReceipt
    /// Oldest first.
    public let prints: [PrintJob]

    public var state: State {
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
        return last.failureCode == PrintJob.cutOffCode ? .cutOff : .unknown
    }
}

/// One print, and how it came to its printer.
public struct PrintHistory: Hashable, Sendable {
    public struct Move: Hashable, Sendable {
        public let from: String
        public let because: Failure
    }

    public let job: PrintJob
    /// Nil where it was printed where it was to be.
    public let move: Move?
}

/// Which receipt is meant: an id, an order number, or the newest, and whose copy.
public struct ReceiptReference: Hashable, Sendable {
    /// A receipt id, an order number, or `last`.
    public let name: String
    /// Nil takes the copy that an id names, or the customer's.
    public let copy: ReceiptCopy?

    public init(_ name: String, copy: ReceiptCopy? = nil) {
        self.name = name
        self.copy = copy
    }
}
