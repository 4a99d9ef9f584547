import Flow
import Foundation
import Hardware
import Model
import Storage

@testable import Payments
@testable import Stores

/// Things to hold against the rules, drawn from a seed: mostly what is usual, and each of its parts otherwise now and then.
struct Draw {
    static let francs = Currency(code: "CHF") ?? .eur

    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    mutating func one<T>(_ items: T...) -> T { items[number(0...items.count - 1)] }
    mutating func one<T>(of items: [T]) -> T { items[number(0...items.count - 1)] }
    mutating func isLucky(_ oneIn: Int) -> Bool { number(1...oneIn) == 1 }
    mutating func maybe<T>(_ make: (inout Draw) -> T) -> T? { isLucky(2) ? make(&self) : nil }

    // MARK: What a terminal tells

    /// The clock of the terminal: the payment began on 21 November at 14:22:00 there.
    private static let times: [[Int?]] = [
        [11, 21, 14, 22, 10], [11, 21, 14, 22, 10], [11, 21, 14, 22, nil], [nil, nil, nil, nil, nil],
        [11, 21, 14, 6, 59], [11, 21, 14, 7, 1], [11, 21, 9, 2, 10], [11, 21, 14, 40, 0], [11, 22, 14, 22, 10],
        [1, 2, 3, 4, 5], [11, 21, nil, 22, 10],
    ]

    mutating func result() -> TransactionResult {
        var result = TransactionResult.approved(
            amount: one(1250, 1250, 1250, 1250, 1251, 500, 0), receipt: one(42, 42, 42, 43, 41, 40, 9999, 1, 7, nil))
        result.resultCode = one(0, 0, 0, 0, 0x6C, 0x05, 0xF0, 0xB4)
        if isLucky(6) { result.amountMinor = nil }
        result.currencyNumber = one(978, 978, 978, nil, 756)
        result.trace = one(123, 123, 123, 124, 122, 121, 99, nil)
        result.originalTrace = one(nil, nil, nil, nil, nil, 122, 123, 0, 99)
        result.terminalID = one("29001234", "29001234", "29001234", nil, "29009999")
        let time = one(of: Self.times)
        (result.month, result.day, result.hour, result.minute, result.second) = (
            time[0], time[1], time[2], time[3], time[4]
        )
        result.panLastDigits = one("1234", "1234", nil, "9999")
        return result
    }

    mutating func evidence() -> LastTransactionAnswer {
        switch number(0...11) {
        case 0: .nothing(code: one(nil, 0x6A, 0x9C))
        case 1: .refused(code: 0x83)
        case 2: .silent
        case 3: .openReservations(one([], [41], [40, 7], [7]))
        default: .transaction(result())
        }
    }

    mutating func text() -> TerminalText {
        TerminalText(
            copy: one(nil, .customer, .merchant),
            lines: one(
                [PrintedLine("** Kundenbeleg **")], [PrintedLine("Händlerbeleg"), PrintedLine("Zahlung erfolgt")],
                [PrintedLine("TA-Nr. 000123 BNr. 0042")], [PrintedLine("K-U-N-D-E-N beleg")], [PrintedLine("MERCHANT")],
                [], [PrintedLine("Trace 123 um 12:50")], [PrintedLine("Beleg 0042")], [PrintedLine("customer copy")]),
            endsReceipt: isLucky(2))
    }

    // MARK: What was asked for

    mutating func purpose() -> TransactionPurpose {
        let booked = BookedPayment(
            payment: PaymentID(rawValue: "pay-OLD"), receiptNumber: one(41, 40, 42), trace: one(122, 123, nil),
            cardDigits: one(nil, "1234"), terminalID: one(nil, "29001234"))
        let reserved = OpenPreauthorisation(
            payment: PaymentID(rawValue: "res-OLD"), amount: Money(minorUnits: 5000, currency: .eur),
            name: Preauthorisation(receiptNumber: one(40, 41), trace: one(122, 99, nil)))
        return switch number(0...9) {
        case 0: .refund(of: one(nil, PaymentID(rawValue: "pay-OLD")))
        case 1, 2: .reversal(of: booked)
        case 3: .reservation
        case 4:
            .booking(
                Capture(
                    reserved: reserved, command: one(.bookTotal, .partialRelease),
                    due: one(nil, .sample, Money(minorUnits: 1300, currency: .eur))))
        case 5: .release(of: reserved)
        default: .payment
        }
    }

    mutating func watermark() -> Watermark {
        one(
            .receipt(41), .receipt(41), .receipt(41), .receipt(9998), .nothingStored(code: nil),
            .nothingStored(code: 0x6A), .unknown)
    }

    mutating func intent() -> PaymentIntent {
        let purpose = purpose()
        let tip = purpose == .payment && isLucky(4) ? Money(minorUnits: 150, currency: .eur) : nil
        return PaymentIntent(
            payment: PaymentID(rawValue: "pay-SAMPLE"), purpose: purpose,
            givesGoods: purpose == .payment && tip == nil && isLucky(3), key: one(nil, "k"),
            fingerprint: "order 1042", site: .embedded, order: one(nil, OrderID(rawValue: 1042)), orderNumber: "1042",
            amount: .sample, tip: tip, terminal: Counter.terminal, printer: Counter.printer,
            terminalID: one("29001234", "29001234", nil), watermark: watermark(),
            watermarkTrace: one(122, 122, 121, nil),
            watermarkTime: one(1_121_090_210, 1_121_142_210, nil).map { TransactionTimestamp(stamp: $0) },
            remembersWatermark: isLucky(5),
            habits: TerminalHabits(cardPhaseSeconds: one(0, 0, nil, 60), currencyNumber: one(nil, nil, 756)),
            language: one("en", "de"), startedAt: PaymentIntent.sampleStart, utcOffset: 3600)
    }

    mutating func goods() -> DispenseResult {
        let part = Money(minorUnits: one(500, 1250, 1, 1249, 1251, 0), currency: one(.eur, .eur, .eur, Self.francs))
        return one(.given, .notGiven, .pending, .givenInPart(part), .givenInPart(part))
    }

    mutating func outcome() -> PaymentOutcome {
        one(
            .approved(result()), .approved(result()),
            .declined(code: one(5, 0xB4, 0x77, 0x83, 0xB5), text: one(nil, "Nein")),
            .cancelled(code: 0x6C), .reversed(nil), .reversed(result()), .notCharged(reason: "Never sent."),
            .inDoubt(reason: "The cable."), .goodsNotGiven, .goodsUnpaid)
    }

    mutating func statement() -> OperatorEvidence.Statement {
        let amount = Money(
            minorUnits: one(1250, 1250, 1400, 1000, 0, 1_000_000_000_000), currency: one(.eur, .eur, Self.francs))
        return one(
            .booked(receipt: one(42, 41, 40, 43), trace: one(123, 122, 124), amount: amount),
            .booked(receipt: 42, trace: 123, amount: .sample), .notBooked(newestReceipt: one(42, 41, 40, 0, 43)),
            .takenBack(newestReceipt: one(42, 41, 0)))
    }

    mutating func evidenceOfOperator() -> OperatorEvidence {
        OperatorEvidence(
            statement(),
            words: one(
                "Journal um 14:40", "Journal um 14:40", nil, "  ", "4111 1111 1111 1111",
                String(repeating: "x", count: 501),
                String(repeating: "x", count: 500)),
            operatorName: "anna", numbersRestarted: isLucky(4))
    }

    // MARK: What happened

    mutating func event() -> PaymentEvent {
        switch number(0...21) {
        case 0, 1: .sending
        case 2: .refused(code: one(0x9C, 0x83))
        case 3, 4, 5, 6: .result(result(), answer: one(.stored, .stored, .refuse, .goods, .none))
        case 7, 8: .text(text())
        case 9: .repeatedText([text(), text()])
        case 10: .cancelRequested
        case 11: .completed
        case 12: .aborted(code: one(nil, 0x6C, 0x05, 0, 0xF0))
        case 13: .disturbed(one(.sample, .completedWithoutAmount, .partNotTold))
        case 14: .evidence(evidence(), one(.notBooked, .unclear("So."), .reversed(nil)))
        case 15: .asking(since: BootTime(boot: one("a", "b", nil), milliseconds: Int64(number(0...300)) * 1000))
        case 16: .mayTake(minutes: one(1, 3, 7))
        case 17: .goods(goods())
        case 18: .goodsTooLate(goods())
        case 19: .settled(outcome())
        case 20: .operatorSettled(evidenceOfOperator(), outcome())
        default:
            one(
                .operatorWithdrew(words: "Irrtum", operatorName: "anna"), .seemsBooked(result()),
                .inDoubt(reason: "So."))
        }
    }

    mutating func history() -> PaymentHistory {
        var history = PaymentHistory(intent())
        for _ in 0..<number(1...7) { history.apply(event()) }
        return history
    }
}

/// What was said, in words that are the same on each machine.
enum Said {
    static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
    }

    static func orRefused<T>(_ work: () throws -> T) -> String {
        do { return "\(try work())" } catch let failure as Failure {
            return "\(failure.code): \(failure.sentence) \(failure.remedy ?? "") (\(failure.recovery))"
        } catch { return "\(error)" }
    }

    /// FNV-1a over all lines.
    static func digest(_ lines: [String]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for line in lines.map(withoutRooms) {
            for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return String(hash, radix: 16)
    }

    /// A type that moves to another room says what it said.
    private static func withoutRooms(_ line: String) -> String {
        ["Payments.", "Stores.", "Storage.", "Hardware.", "Receipts.", "Model.", "Flow."].reduce(line) {
            $0.replacingOccurrences(of: $1, with: "")
        }
    }
}
