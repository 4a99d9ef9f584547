import Model

/// The receiver of a text: tag 1F07.
package enum ReceiptType: UInt8, Hashable, Sendable {
    case merchant = 1
    case customer = 2
    case administration = 3

    package var copy: ReceiptCopy? {
        switch self {
        case .merchant: .merchant
        case .customer: .customer
        case .administration: nil
        }
    }

    init?(_ objects: [TLV]) {
        guard let first = objects.value(of: TLVTag.receiptType)?.first else { return nil }
        self.init(rawValue: first)
    }
}
