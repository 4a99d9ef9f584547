import Foundation
import Model
import Receipts
import ZVTCodes

/// The receipts of the golden files, all of one kiosk and one afternoon.
enum Sample {
    static let kiosk = Receipt.Merchant(
        name: "Kiosk am Ring", address: ["Ringstraße 12", "10115 Berlin"], taxID: "DE123456789")
    /// The time 2026-11-21 15:04:05 in Berlin.
    static let afternoon = Date(timeIntervalSince1970: 1_795_269_845)
    static let ids: [ReceiptCopy: ReceiptID] = [
        .customer: ReceiptID(rawValue: "rcp-4T8V2C9KXA"), .merchant: ReceiptID(rawValue: "rcp-9QG3HM5ZB1"),
    ]
    static let payment = PaymentID(rawValue: "pay-7K3M9Q2FA1")

    static func euro(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .eur) }

    static let order = Order(
        site: .embedded, id: OrderID(rawValue: 1042), number: "1042", status: .pending, currency: .eur,
        lines: [
            OrderLine(name: "Cappuccino", quantity: 2, total: euro(780)),
            OrderLine(name: "Bio-Roggenbrötchen mit Bergkäse und Gewürzgurke", quantity: 1, total: euro(465)),
            OrderLine(name: "Mehrwegbecher (Pfand)", quantity: 2, total: euro(200)),
        ],
        taxes: [TaxLine(label: "MwSt. 19 %", amount: euro(32)), TaxLine(label: "MwSt. 7 %", amount: euro(82))],
        total: euro(1445))

    static var approval: TransactionResult {
        var result = TransactionResult(resultCode: 0)
        result.amountMinor = 1545
        result.currencyNumber = 978
        result.receiptNumber = 42
        result.trace = 123
        result.terminalID = "68012345"
        (result.month, result.day, result.hour, result.minute, result.second) = (11, 21, 15, 4, 2)
        result.approvalCode = "A1B2C3"
        result.cardName = "Visa Debit"
        result.panLastDigits = "1234"
        result.cardSequenceNumber = 1
        result.contractNumber = "455600012345"
        result.applicationID = "A0000000031010"
        result.technology = .contactless
        result.holderVerification = .onlinePIN
        return result
    }

    static var refusal: TransactionResult {
        var result = TransactionResult(resultCode: 0x05)
        result.terminalID = "68012345"
        (result.month, result.day, result.hour, result.minute, result.second) = (11, 21, 15, 4, 2)
        result.cardName = "girocard"
        result.panLastDigits = "1234"
        result.trace = 124
        result.technology = .chip
        result.additionalText = "Autorisierung abgelehnt"
        return result
    }

    /// A receipt text of a terminal with a 40-column printer.
    static let terminalText: [PrintedLine] = [
        PrintedLine("K U N D E N B E L E G", centred: true),
        PrintedLine(""),
        PrintedLine("Kartenzahlung", centred: true, doubleHeight: true),
        PrintedLine("Visa Debit kontaktlos", centred: true),
        PrintedLine(""),
        PrintedLine("Terminal-ID                     68012345"),
        PrintedLine("TA-Nr 000123               Beleg-Nr 0042"),
        PrintedLine("21.11.2026                      15:04:02"),
        PrintedLine("Karten-Nr          ############1234 0001"),
        PrintedLine("Genehmigungs-Nr                   A1B2C3"),
        PrintedLine("VU-Nr                       455600012345"),
        PrintedLine("AID                       A0000000031010"),
        PrintedLine("----------------------------------------"),
        PrintedLine("Betrag EUR    15,45", doubleWidth: true),
        PrintedLine("----------------------------------------"),
        PrintedLine("Zahlung erfolgt", centred: true),
        PrintedLine("BITTE BELEG AUFBEWAHREN", indent: 8),
    ]

    static func composer(_ language: String) -> ReceiptComposer {
        ReceiptComposer(
            merchant: kiosk, language: language, utcOffset: 3600,
            footer: language == "de" ? ["Vielen Dank für Ihren Einkauf!"] : ["Thank you for your visit!"])
    }

    static func receipt(
        _ copy: ReceiptCopy, language: String = "en", result: TransactionResult? = approval,
        verdict: Receipt.Verdict = .approved, text: [PrintedLine] = [], order: Order? = order, tip: Money? = euro(100)
    ) -> Receipt {
        let made = composer(language).compose(
            payment: payment, order: order, total: euro(1545), tip: tip, result: result, verdict: verdict,
            texts: [copy: text], issuedAt: afternoon, ids: [copy: ids[copy] ?? ReceiptID(rawValue: "rcp-0")])
        return made[0]
    }
}
