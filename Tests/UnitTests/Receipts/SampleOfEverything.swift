import Model
import Receipts

extension Sample {
    private static var wholeApproval: TransactionResult {
        var result = approval
        result.amountMinor = 3462
        return result
    }

    /// A receipt with every possible part.
    static let everything = Receipt(
        id: ReceiptID(rawValue: "rcp-4T8V2C9KXA"), copy: .customer, merchant: kiosk, payment: payment,
        orderNumber: "1042", issuedAt: afternoon, utcOffset: 3600,
        lines: [
            OrderLine(name: "Cappuccino", quantity: 2, unitPrice: euro(390), total: euro(780), details: ["Größe: XL"]),
            OrderLine(name: "龙井茶 Longjing", quantity: 1, total: euro(1890)),
            OrderLine(name: "שוקולד חם", quantity: 1, total: euro(410)),
        ],
        adjustments: [
            Adjustment(kind: .discount, label: "SOMMER10", amount: euro(-308)),
            Adjustment(kind: .shipping, label: "Kurier", amount: euro(490)),
            Adjustment(kind: .fee, label: "", amount: euro(100)),
        ],
        taxes: [
            TaxLine(label: "MwSt.", rate: "19", net: euro(2000), amount: euro(380)),
            TaxLine(label: "MwSt. 7 %", net: euro(918), amount: euro(64)),
        ], total: euro(3462), tip: euro(100), card: .composed(status: wholeApproval, result: .approved),
        footer: ["Vielen Dank für Ihren Einkauf!"], language: "de", logo: "kiosk",
        references: [Receipt.Reference(label: "Kasse", value: "K-2")],
        codes: [Receipt.Code(symbology: .qr, content: "https://example.net/r/4T8V", caption: "Ihr Beleg")],
        fiscal: Receipt.Fiscal(
            lines: ["TSE-Signatur: MEUCIQD4 0815", "TSE-Transaktion: 4711"],
            code: Receipt.Code(symbology: .qr, content: "V0;K-2;Kassenbeleg-V1;Beleg^34.62_0.00^34.62:Unbar")),
        currencyFormat: CurrencyFormat(
            position: .rightSpace, thousandSeparator: ".", decimalSeparator: ",", decimals: 2, symbol: "€"))

    /// A receipt with a symbol of every kind.
    static let codes = Receipt(
        id: ReceiptID(rawValue: "rcp-6W1D8T3KPE"), copy: .customer, merchant: kiosk, payment: payment,
        orderNumber: nil, issuedAt: afternoon, utcOffset: 3600, lines: [], taxes: [], total: euro(780), tip: nil,
        card: .terminalText(lines: [PrintedLine("Card payment", centred: true)], result: .approved), footer: [],
        language: "en",
        codes: [
            code(.qr, "https://example.net/r/4T8V"), code(.pdf417, "https://example.net/r/4T8V"),
            code(.maxiCode, "RCP-6W1D8T3KPE"), code(.dataMatrix, "https://example.net/r/4T8V"),
            code(.aztec, "https://example.net/r/4T8V"), code(.dataBar, "09501101530003"),
            code(.dataBarTruncated, "09501101530003"), code(.dataBarLimited, "09501101530003"),
            code(.dataBarExpanded, "(01)09501101530003(10)A1"), code(.upcA, "036000291452"), code(.upcE, "01234565"),
            code(.ean13, "4006381333931"), code(.ean8, "96385074"), code(.code39, "RCP-6W1D"), code(.itf, "00123456"),
            code(.codabar, "A123456B"), code(.code93, "RCP-6W1D"), code(.code128, "RCP-6W1D8T3KPE"),
            code(.gs1_128, "(01)09501101530003(10)A1"),
        ])

    private static func code(_ symbology: Receipt.Code.Symbology, _ content: String) -> Receipt.Code {
        Receipt.Code(symbology: symbology, content: content, caption: symbology.rawValue)
    }
}
