import Flow
import Model
import Storage

/// What can be asked of receipts. Works with nobody signed in: a receipt that is due is printed.
public enum ReceiptAction: Action {
    /// Prints what waits for this printer, in order. Answered with every print that was tried.
    case printPending(printer: DeviceAddress, Reply<[PrintReport]>)
    /// Prints a receipt once more. The print bears DUPLICATE n, unless no byte of it has ever left.
    case reprint(ReceiptReference, printer: DeviceAddress, Reply<PrintReport>)
    /// The receipt as text, laid out for that many columns, with the mark it would bear on its first print.
    case generateContent(ReceiptReference, columns: Int, Reply<String>)
    case loadReceipt(ReceiptReference, Reply<StoredReceipt>)
    /// Newest first.
    case listReceipts(limit: Int, Reply<[StoredReceipt]>)
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

/// How one print went.
public struct PrintReport: Hashable, Sendable {
    public let receipt: ReceiptID
    public let copy: ReceiptCopy
    public let mark: PrintMark
    public let end: PrintEnd
    /// What was sent to paper, as text.
    public let text: String
    /// The very bytes.
    public let bytes: [UInt8]
    /// Characters this printer lacks and what it printed for them.
    public let replaced: [String]

    /// Why there may be no paper; nil when it was printed as far as the printer can tell.
    public var failure: Failure? {
        switch end {
        case .confirmed, .probably: nil
        case .failed(let failure), .unknown(let failure): failure
        }
    }
}
