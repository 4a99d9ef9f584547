import Flow
import Model
import Storage

/// The result of one print.
package struct PrintReport: Hashable, Codable, Sendable {
    package let receipt: ReceiptID
    package let copy: ReceiptCopy
    package let mark: PrintMark
    package let end: PrintEnd
    /// The printer that was used.
    package let printer: DeviceAddress
    /// Why it was not printed on the intended printer; nil if it was.
    package let insteadBecause: Failure?
    /// The printed text.
    package let text: String
    /// The bytes that were sent.
    package let bytes: [UInt8]
    /// The characters that this printer lacks, and what it printed for them.
    package let replaced: [String]

    /// Why there may be no paper; nil if it was printed as far as the printer can tell.
    package var failure: Failure? { end.failure }
}
