import Model

/// What Till itself writes on a receipt, in one language: the keys `receipt.…` of its file in `Sources/Model/Languages`.
struct Words: Sendable {
    var thanks: PrintableText = ""
    var detailsLeftOut: PrintableText = ""
    var furtherGoods: PrintableText = ""
    var customerCopy: PrintableText = ""
    var merchantCopy: PrintableText = ""
    var duplicate: PrintableText = ""
    var printedAt: PrintableText = ""
    var vatID: PrintableText = ""
    var taxNumber: PrintableText = ""
    var order: PrintableText = ""
    var receipt: PrintableText = ""
    var payment: PrintableText = ""
    var endOfDay: PrintableText = ""
    var time: PrintableText = ""
    var subtotal: PrintableText = ""
    var discount: PrintableText = ""
    var fee: PrintableText = ""
    var shipping: PrintableText = ""
    var difference: PrintableText = ""
    var tip: PrintableText = ""
    var total: PrintableText = ""
    var amountNotCharged: PrintableText = ""
    var refund: Returned = Returned()
    var reversal: Returned = Returned()
    var reservation: Returned = Returned()
    var release: Returned = Returned()
    var includes: PrintableText = ""
    var taxTable: TaxTable = TaxTable()
    var card: Card = Card()

    /// The words of what takes no money.
    struct Returned: Sendable {
        var title: PrintableText = ""
        var total: PrintableText = ""
        var amountNotReturned: PrintableText = ""
        var notReturned: PrintableText = ""
        /// In the card block.
        var kind: PrintableText = ""
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
        case .difference: difference
        }
    }

    /// The headings of the table of taxes.
    struct TaxTable: Sendable {
        var rate: PrintableText = ""
        var net: PrintableText = ""
        var tax: PrintableText = ""
        var gross: PrintableText = ""
    }

    /// The words of the card block.
    struct Card: Sendable {
        var title: PrintableText = ""
        var sale: PrintableText = ""
        var reversal: PrintableText = ""
        var means: PrintableText = ""
        var number: PrintableText = ""
        var sequence: PrintableText = ""
        var entry: PrintableText = ""
        var chip: PrintableText = ""
        var contactless: PrintableText = ""
        var stripe: PrintableText = ""
        var application: PrintableText = ""
        var terminal: PrintableText = ""
        var contract: PrintableText = ""
        var receipt: PrintableText = ""
        var trace: PrintableText = ""
        var turnover: PrintableText = ""
        var original: PrintableText = ""
        var time: PrintableText = ""
        var approval: PrintableText = ""
        var verification: PrintableText = ""
        var noVerification: PrintableText = ""
        var signature: PrintableText = ""
        var onlinePIN: PrintableText = ""
        var offlinePIN: PrintableText = ""
        var and: PrintableText = ""
        var resultCode: PrintableText = ""
        var approved: PrintableText = ""
        var declined: PrintableText = ""
        var cancelled: PrintableText = ""
        var notCharged: PrintableText = ""
        var signHere: PrintableText = ""
    }
}

/// A string literal is cleaned like any other text; it is how words are written down.
extension PrintableText: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(text as String) }
}
