import Model

/// What Till itself writes on a receipt, in one language.
struct Words: Sendable {
    let thanks: PrintableText
    let customerCopy: PrintableText
    let merchantCopy: PrintableText
    let duplicate: PrintableText
    let printedAt: PrintableText
    let vatID: PrintableText
    let taxNumber: PrintableText
    let order: PrintableText
    let receipt: PrintableText
    let payment: PrintableText
    let endOfDay: PrintableText
    let time: PrintableText
    let subtotal: PrintableText
    let discount: PrintableText
    let fee: PrintableText
    let shipping: PrintableText
    let tip: PrintableText
    let total: PrintableText
    let amountNotCharged: PrintableText
    let refund: Returned
    let reversal: Returned
    let reservation: Returned
    let release: Returned
    let includes: PrintableText
    let taxTable: TaxTable
    let card: Card

    /// The words of what takes no money.
    struct Returned: Sendable {
        let title: PrintableText
        let total: PrintableText
        let amountNotReturned: PrintableText
        let notReturned: PrintableText
        /// In the card block.
        let kind: PrintableText
    }

    /// What is said otherwise on the receipt of what takes no money; nil for one that does.
    func returned(_ kind: TransactionKind) -> Returned? {
        switch kind {
        case .payment, .booking: nil
        case .refund: refund
        case .reversal: reversal
        case .reservation: reservation
        case .release: release
        }
    }

    func adjustment(_ kind: Adjustment.Kind) -> PrintableText {
        switch kind {
        case .discount: discount
        case .fee: fee
        case .shipping: shipping
        }
    }

    /// The heads of its columns.
    struct TaxTable: Sendable {
        let rate: PrintableText
        let net: PrintableText
        let tax: PrintableText
        let gross: PrintableText
    }

    /// The words of the card block.
    struct Card: Sendable {
        let title: PrintableText
        let sale: PrintableText
        let reversal: PrintableText
        let means: PrintableText
        let number: PrintableText
        let sequence: PrintableText
        let entry: PrintableText
        let chip: PrintableText
        let contactless: PrintableText
        let stripe: PrintableText
        let application: PrintableText
        let terminal: PrintableText
        let contract: PrintableText
        let receipt: PrintableText
        let trace: PrintableText
        let turnover: PrintableText
        let original: PrintableText
        let time: PrintableText
        let approval: PrintableText
        let verification: PrintableText
        let noVerification: PrintableText
        let signature: PrintableText
        let onlinePIN: PrintableText
        let offlinePIN: PrintableText
        let and: PrintableText
        let resultCode: PrintableText
        let approved: PrintableText
        let declined: PrintableText
        let cancelled: PrintableText
        let notCharged: PrintableText
        let signHere: PrintableText
    }
}

/// A string literal is cleaned like any other text; it is how words are written down.
extension PrintableText: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text as String) }
}
