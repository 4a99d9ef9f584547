import Model

/// The receipt text of one telegram.
package struct TerminalText: Hashable, Codable, Sendable {
    /// The copy that it belongs to; nil if the telegram does not tell (plain print lines).
    package var copy: ReceiptCopy?
    package var lines: [PrintedLine]
    /// Whether the receipt ends with this telegram, by a cut or by a change from customer to merchant.
    package var endsReceipt: Bool

    package init(copy: ReceiptCopy?, lines: [PrintedLine], endsReceipt: Bool) {
        self.copy = copy
        self.lines = lines
        self.endsReceipt = endsReceipt
    }
}
