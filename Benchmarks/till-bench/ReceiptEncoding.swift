import ESCPOS
import Flow
import Foundation
import Model
import Receipts

/// How many receipts one core turns into a printer's bytes: laid out on 48 columns and encoded, `€` and umlauts included.
struct ReceiptEncoding: Benchmark {
    static let name = "receipt_"
    static let rounds = 10
    static let repetitions = 500

    private let stopwatch: Stopwatch
    init(_ place: Workplace) { stopwatch = place.stopwatch }

    /// A printer's bytes for one receipt.
    static var stream: [UInt8] {
        let encoder = ESCPOSEncoder(profile: .generic80)
        return encoder.encode(ReceiptLayout(columns: encoder.columns).lay(receipt, mark: .original)).bytes
    }

    func figures() -> [Figure] {
        let encoder = ESCPOSEncoder(profile: .generic80)
        let layout = ReceiptLayout(columns: encoder.columns)
        let laidOut = layout.lay(Self.receipt, mark: .original)
        var taken = 0
        let encoding = stopwatch.best(of: Self.rounds, repetitions: Self.repetitions) {
            taken &+= encoder.encode(laidOut).bytes.count
        }
        let both = stopwatch.best(of: Self.rounds, repetitions: Self.repetitions) {
            taken &+= encoder.encode(layout.lay(Self.receipt, mark: .original)).bytes.count
        }
        precondition(taken > 0, "the work was optimised away")
        return [
            Figure(name: Self.name + "encode", value: 1e9 / encoding, unit: "receipts/s"),
            Figure(name: Self.name + "layout_and_encode", value: 1e9 / both, unit: "receipts/s"),
        ]
    }

    private static func euro(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .eur) }

    /// Five lines of goods, two taxes, and a card block of seventeen lines as a terminal writes it.
    private static let receipt = Receipt(
        id: ReceiptID(rawValue: "rcp-0000000000"), copy: .customer,
        merchant: .init(name: "Kiosk am Ring", address: ["Ringstraße 12", "10115 Berlin"], taxID: "DE123456789"),
        payment: PaymentID(rawValue: "pay-0000000000"), orderNumber: "1042",
        issuedAt: Date(timeIntervalSince1970: 1_795_269_845), utcOffset: 3600,
        lines: ["Cappuccino", "Bio-Roggenbrötchen mit Bergkäse", "Mehrwegbecher (Pfand)", "Müsliriegel", "Apfelsaft"]
            .map { OrderLine(name: $0, quantity: 1, total: euro(309)) },
        taxes: [TaxLine(label: "MwSt. 19 %", amount: euro(32)), TaxLine(label: "MwSt. 7 %", amount: euro(82))],
        total: euro(1545), tip: nil, card: .terminalText(lines: terminalText, result: .approved),
        footer: ["Vielen Dank für Ihren Einkauf!"], language: "de")

    private static let terminalText =
        [
            PrintedLine("K U N D E N B E L E G", centred: true),
            PrintedLine("Kartenzahlung", centred: true, doubleHeight: true),
            PrintedLine("Betrag EUR    15,45", doubleWidth: true),
        ] + (1...14).map { PrintedLine("Zeile \($0) des Terminals       0123456789") }
}
