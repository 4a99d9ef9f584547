import ESCPOS
import Foundation
import Model
import Receipts
import Testing

/// One receipt for each of eleven languages, with the letters that the language needs.
struct GoldenSample: Sendable, CustomTestStringConvertible {
    let language: String
    private let shop: String
    private let street: String
    private let currency: String
    /// Prices are in whole units of the currency.
    private let goods: [(name: String, price: Int64)]
    private let footer: String

    var testDescription: String { language }

    static let code = "https://example.net/r/4T8V"

    static let all = [
        GoldenSample(
            language: "en", shop: "Corner Café", street: "12 Queen’s Road", currency: "USD",
            goods: [("Flat white", 4), ("Crème brûlée", 6), ("Tote bag “Yes & no”", 15)], footer: "Come again!"),
        GoldenSample(
            language: "de", shop: "Kiosk am Ring", street: "Ringstraße 12", currency: "EUR",
            goods: [("Käsekuchen", 4), ("Müsliriegel", 2), ("Großes Frühstück „Käthe“", 13)],
            footer: "Vielen Dank für Ihren Einkauf!"),
        GoldenSample(
            language: "fr", shop: "Au Bœuf rôti", street: "3, place de l’Église", currency: "EUR",
            goods: [("Pâté en croûte", 8), ("Crêpe à l’œuf", 6), ("Thé glacé pêche", 4)], footer: "À bientôt !"),
        GoldenSample(
            language: "es", shop: "La Castañuela", street: "C/ Ñuñoa, 4 – 1.º", currency: "EUR",
            goods: [("Piña colada", 7), ("Jamón ibérico", 12), ("¿Qué más? Plátanos", 2)], footer: "¡Gracias!"),
        GoldenSample(
            language: "it", shop: "Caffè Perché", street: "Via della Libertà 7", currency: "EUR",
            goods: [("Caffè macchiato", 2), ("Tiramisù", 5), ("Città di notte, cartolina", 1)], footer: "Arrivederci!"),
        GoldenSample(
            language: "nl", shop: "De Éénhoorn", street: "Coöperatieplein 1", currency: "EUR",
            goods: [("Kroket", 3), ("Één poffertje", 1), ("Ijskoffie", 4)], footer: "Tot ziens!"),
        GoldenSample(
            language: "pl", shop: "Pod Żółwiem", street: "ul. Łąkowa 5", currency: "PLN",
            goods: [("Żurek", 18), ("Gęś z jabłkiem", 64), ("Świeży sok śliwkowy", 15)], footer: "Do zobaczenia!"),
        GoldenSample(
            language: "cs", shop: "U Šneka", street: "Příčná 9", currency: "CZK",
            goods: [("Svíčková", 189), ("Žemlovka", 75), ("Čaj šípkový", 49)], footer: "Přijďte zas!"),
        GoldenSample(
            language: "tr", shop: "Şirin Büfe", street: "İstiklâl Cad. 8", currency: "TRY",
            goods: [("Çay", 15), ("Su böreği", 60), ("Kâğıt helva, ıslak", 25)], footer: "Yine bekleriz!"),
        GoldenSample(
            language: "el", shop: "Το Καφενείο", street: "Οδός Αθηνάς 21", currency: "EUR",
            goods: [("Ελληνικός καφές", 3), ("Γαλακτομπούρεκο", 4), ("Χυμός ρόδι", 5)], footer: "Στο καλό!"),
        GoldenSample(
            language: "ja", shop: "喫茶みなと", street: "横浜市中区元町1-2", currency: "JPY",
            goods: [("抹茶ラテ", 520), ("ﾎｯﾄｺｰﾋｰ", 430), ("カツサンド（小）", 780)], footer: "またどうぞ"),
    ]

    /// A receipt with the logo `kiosk`, a table of taxes, a tip and a QR code.
    var receipt: Receipt {
        let lines = goods.enumerated().map { index, item in
            OrderLine(name: item.name, quantity: index + 1, total: money(item.price * Int64(index + 1)))
        }
        let sum = goods.enumerated().reduce(0) { $0 + $1.element.price * Int64($1.offset + 1) }
        return Receipt(
            id: ReceiptID(rawValue: "rcp-4T8V2C9KXA"), copy: .customer,
            merchant: .init(name: shop, address: [street], taxID: "123456789"),
            payment: PaymentID(rawValue: "pay-7K3M9Q2FA1"), orderNumber: "1042",
            issuedAt: Date(timeIntervalSince1970: 1_795_269_845), utcOffset: 3600, lines: lines,
            taxes: [TaxLine(label: "", rate: "20", net: money(sum * 5 / 6), amount: money(sum - sum * 5 / 6))],
            total: money(sum + 1), tip: money(1), card: .composed(status: Self.approval, result: .approved),
            footer: [footer], language: language, logo: "kiosk",
            codes: [Receipt.Code(symbology: .qr, content: Self.code)])
    }

    func stream(for profile: PrinterProfile) -> [UInt8] {
        let encoder = ESCPOSEncoder(profile: profile)
        let layout = ReceiptLayout(columns: encoder.columns, logos: ["kiosk": Self.logo])
        return encoder.encode(layout.lay(receipt, mark: .original)).bytes
    }

    private func money(_ units: Int64) -> Money {
        guard let currency = Currency(code: currency) else { preconditionFailure("\(currency) is no currency") }
        let minorUnits = (0..<currency.exponent).reduce(units) { units, _ in units * 10 }
        return Money(minorUnits: minorUnits, currency: currency)
    }

    private static var approval: TransactionResult {
        var status = TransactionResult(resultCode: .success)
        status.trace = 123
        status.terminalID = "68012345"
        (status.month, status.day, status.hour, status.minute) = (11, 21, 15, 4)
        status.approvalCode = "A1B2C3"
        status.cardName = "Visa Debit"
        status.panLastDigits = "1234"
        status.technology = .contactless
        status.holderVerification = .onlinePIN
        return status
    }

    private static let logo = Bitmap(width: 96, height: 32) { x, y in (x / 4 + y / 4) % 3 == 0 }
}
