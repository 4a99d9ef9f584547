import Foundation
import Model
import Receipts

/// The measured receipt: twelve lines of goods, a table of two taxes, twelve rows of a card payment, a QR code, and
/// optionally a logo of 384 by 120 dots.
enum SampleReceipt {
    static let plain = receipt(logo: nil)
    static let withLogo = receipt(logo: "kiosk")

    /// The logo's files, relative to the root of the repository, in which scripts/bench runs.
    static let logoPNG = "docs/receipts/logo.png"
    static let logoJPEG = "Benchmarks/logo.jpg"

    private static func euro(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .eur) }

    private static let goods: [(name: String, quantity: Int, price: Int64)] = [
        ("Cappuccino", 2, 390), ("Espresso doppio", 1, 310), ("Bio-Roggenbrötchen mit Bergkäse", 1, 465),
        ("Mehrwegbecher (Pfand)", 2, 100), ("Apfelsaft naturtrüb 0,5 l", 1, 420), ("Müsliriegel Haselnuss", 3, 180),
        ("Käsekuchen, ein Stück", 1, 395), ("Laugenbrezel", 4, 120), ("Mineralwasser still 0,75 l", 1, 350),
        ("Tageszeitung", 1, 290), ("Croissant", 2, 210), ("Grüner Tee Longjing 100 g", 1, 1890),
    ]

    private static var approval: TransactionResult {
        var status = TransactionResult(resultCode: .success)
        status.amountMinor = 6540
        status.currencyNumber = 978
        status.receiptNumber = 42
        status.trace = 123
        status.terminalID = "68012345"
        (status.month, status.day, status.hour, status.minute, status.second) = (11, 21, 15, 4, 2)
        status.approvalCode = "A1B2C3"
        status.cardName = "Visa Debit"
        status.panLastDigits = "1234"
        status.cardSequenceNumber = 1
        status.contractNumber = "455600012345"
        status.applicationID = "A0000000031010"
        status.technology = .contactless
        status.holderVerification = .onlinePIN
        return status
    }

    private static func receipt(logo: String?) -> Receipt {
        Receipt(
            id: ReceiptID(rawValue: "rcp-4T8V2C9KXA"), copy: .customer,
            merchant: .init(name: "Kiosk am Ring", address: ["Ringstraße 12", "10115 Berlin"], taxID: "DE123456789"),
            payment: PaymentID(rawValue: "pay-7K3M9Q2FA1"), orderNumber: "1042",
            issuedAt: Date(timeIntervalSince1970: 1_795_269_845), utcOffset: 3600,
            lines: goods.map {
                OrderLine(name: $0.name, quantity: $0.quantity, total: euro($0.price * Int64($0.quantity)))
            },
            taxes: [
                TaxLine(label: "MwSt.", rate: "19", net: euro(2700), amount: euro(513)),
                TaxLine(label: "MwSt.", rate: "7", net: euro(3109), amount: euro(218)),
            ], total: euro(6540), tip: nil, card: .composed(status: approval, result: .approved),
            footer: ["Vielen Dank für Ihren Einkauf!"], language: "de", logo: logo,
            codes: [
                Receipt.Code(
                    symbology: .qr, content: "https://example.net/receipts/rcp-4T8V2C9KXA?payment=pay-7K3M9Q2FA1&k=9Q")
            ])
    }
}
