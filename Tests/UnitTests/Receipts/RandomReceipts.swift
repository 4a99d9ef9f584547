import Flow
import Foundation
import Model
import Testing

@testable import Receipts
import ZVTCodes

/// Random receipts, in every language and on paper of every width.
@Suite struct RandomReceiptTests {
    @Test(arguments: ReceiptLanguage.tags)
    func noLineIsWiderThanThePaperAndNoAmountIsSplit(language: String) {
        var random = SeededGenerator(seed: UInt64(language.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
        for columns in 24...64 {
            for _ in 0..<4 {
                let receipt = random.document(language)
                // LaidOutReceipt itself traps on a line wider than the paper.
                let laid = ReceiptLayout(columns: columns).lay(receipt, mark: .duplicate(1, at: receipt.issuedAt))
                let text = laid.lines.map(\.text)
                for amount in Self.amounts(of: receipt) {
                    #expect(text.contains { $0.contains(amount) }, "\(amount) on \(columns) columns:\n\(text)")
                }
                let total = Self.format(of: receipt)
                let full = total.full(receipt.total).string
                #expect(text.contains { $0.contains(full) || $0.contains(total.bare(receipt.total).string) }, "\(full)")
            }
        }
    }

    /// The amounts of a receipt, each as it must stand without a break.
    private static func amounts(of receipt: Receipt) -> [String] {
        let format = format(of: receipt)
        var amounts = receipt.lines.map(\.total) + receipt.adjustments.map(\.amount)
        amounts += receipt.lines.filter { $0.quantity != 1 }.compactMap(\.unitPrice)
        if receipt.card.result == .approved { amounts += receipt.taxes.map(\.amount) }
        return (amounts + [receipt.tip].compactMap { $0 }).map { format.figure($0).string }
    }

    private static func format(of receipt: Receipt) -> AmountFormat {
        receipt.currencyFormat.map { AmountFormat($0, of: receipt.total.currency) }
            ?? ReceiptLanguage.of(receipt.language).amountFormat
    }
}

extension SeededGenerator {
    private static let currencies = ["EUR", "JPY", "KWD", "CZK", "TRY", "USD"].compactMap { Currency(code: $0) }
    private static let words = [
        "Cappuccino", "Großes Frühstück „Käthe“", "龙井茶 Longjing, 100 g", "抹茶ラテ", "שוקולד חם", "قهوة عربية",
        "Żółć", "Ελληνικός καφές", "Donaudampfschifffahrtsgesellschaftskapitänsmütze", "", "कॉफ़ी", "กาแฟเย็น",
    ]

    private mutating func one<Value>(of values: [Value]) -> Value { values[Int(next() % UInt64(values.count))] }

    /// Half of the names are words of a shop, half are text of an attacker.
    private mutating func name() -> String { next() % 2 == 0 ? one(of: Self.words) : hostileText(upTo: 40) }

    private mutating func amount(_ currency: Currency) -> Money {
        let any = Int64(truncatingIfNeeded: next())
        return Money(minorUnits: next() % 8 == 0 ? any : any % 1_000_000, currency: currency)
    }

    private mutating func several<Value>(_ make: (inout SeededGenerator) -> Value) -> [Value] {
        (0..<(next() % 4)).map { _ in make(&self) }
    }

    /// A random receipt with a fiscal block and two codes.
    mutating func documentWithCodes(_ language: String) -> Receipt {
        func code(_ random: inout SeededGenerator) -> Receipt.Code {
            let content = "https://example.org/" + String(repeating: "x", count: Int(random.next() % 200))
            return Receipt.Code(
                symbology: random.one(of: [.qr, .dataMatrix, .aztec, .code128]), content: content,
                caption: random.next() % 4 == 0 ? nil : random.name())
        }
        let codes = [code(&self), code(&self)]
        let fiscal = Receipt.Fiscal(
            lines: (0..<(next() % 12)).map { _ in name() }, code: next() % 4 == 0 ? nil : code(&self))
        let any = document(language)
        return Receipt(
            id: any.id, copy: .customer, merchant: any.merchant, payment: any.payment, orderNumber: any.orderNumber,
            issuedAt: any.issuedAt, utcOffset: any.utcOffset,
            lines: [OrderLine(name: name(), quantity: 1, total: any.total)],
            taxes: [], total: any.total, tip: nil, card: any.card, footer: any.footer, language: language, codes: codes,
            fiscal: fiscal)
    }

    mutating func document(_ language: String) -> Receipt {
        let currency = one(of: Self.currencies)
        let isReturn = next() % 4 == 0
        let lines = several {
            OrderLine(
                name: $0.name(), quantity: Int($0.next() % 5),
                unitPrice: $0.next() % 2 == 0 ? $0.amount(currency) : nil,
                total: $0.amount(currency), details: $0.several { $0.name() })
        }
        return Receipt(
            id: ReceiptID(rawValue: "rcp-\(next() % 99)"), copy: one(of: ReceiptCopy.allCases),
            merchant: .init(name: name(), address: several { $0.name() }, taxID: name()),
            payment: PaymentID(rawValue: hostileText(upTo: 30)), orderNumber: name(),
            issuedAt: Date(timeIntervalSince1970: Double(next() % 4_000_000_000)), utcOffset: Int(next() % 40_000),
            lines: lines,
            adjustments: several {
                Adjustment(kind: $0.one(of: Adjustment.Kind.allCases), label: $0.name(), amount: $0.amount(currency))
            },
            taxes: several {
                TaxLine(
                    label: $0.name(), rate: $0.next() % 2 == 0 ? "8.25" : nil,
                    net: $0.next() % 4 == 0 ? nil : $0.amount(currency), amount: $0.amount(currency))
            }, total: amount(currency), tip: next() % 2 == 0 ? amount(currency) : nil, card: card(),
            footer: several { $0.name() }, language: language, kind: isReturn ? .refund : .payment,
            references: several { Receipt.Reference(label: $0.name(), value: $0.name()) },
            fiscal: next() % 3 == 0 ? Receipt.Fiscal(lines: several { $0.name() }) : nil,
            currencyFormat: next() % 3 == 0 ? format() : nil)
    }

    private mutating func card() -> Receipt.CardBlock {
        let verdict = one(of: [Receipt.Verdict.approved, .declined, .cancelled])
        if next() % 2 == 0 { return .terminalText(lines: several { PrintedLine($0.name()) }, result: verdict) }
        var status = TransactionResult(resultCode: DeviceCode(zvt: UInt8(truncatingIfNeeded: next())))
        status.cardName = name()
        status.additionalText = name()
        return .composed(status: status, result: verdict)
    }

    private mutating func format() -> CurrencyFormat {
        CurrencyFormat(
            position: one(of: CurrencyFormat.Position.allCases), thousandSeparator: one(of: [".", ",", " ", "'", ""]),
            decimalSeparator: one(of: [".", ","]), decimals: one(of: [nil, 0, 2, 3]), symbol: one(of: [nil, "€", "₺"]))
    }
}
