import Model

/// A part of the list of receipts.
package struct ReceiptPage: Sendable {
    /// How many receipts are looked at for one page. The receipts of one shop may lie far apart among those of others.
    static let mostSearched = 5_000

    /// At most as many as were asked for. There may be fewer, or none, although there are further ones.
    package let receipts: [ListedReceipt]
    /// The receipt before which the list goes on; nil at its end.
    package let next: ReceiptID?
}
