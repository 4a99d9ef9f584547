import Flow
import Readers

/// The cost of encoding and decoding the result of a payment. It is decoded once per payment, including its copy for the
/// journal, while the terminal waits for our answer.
struct Telegrams: Benchmark {
    static let name = "status_information_"
    static let rounds = 200
    static let repetitions = 1000

    private let stopwatch: Stopwatch
    init(_ place: Workplace) { stopwatch = place.stopwatch }

    func figures() -> [Figure] {
        let telegram = Telegram.statusInformation(Self.approved)
        let bytes = telegram.bytes
        var taken = 0
        let encoding = stopwatch.best(of: Self.rounds, repetitions: Self.repetitions) { taken &+= telegram.bytes.count }
        let decoding = stopwatch.best(of: Self.rounds, repetitions: Self.repetitions) {
            taken &+= DecodedTelegram(bytes).redacted.count
        }
        precondition(taken > 0, "the work was optimised away")
        return [
            figure("decode", decoding), figure("encode", encoding),
            figure("decode_and_encode", decoding + encoding, goal: .atMost(2)),
        ]
    }

    private func figure(_ name: String, _ nanoseconds: Double, goal: Figure.Goal? = nil) -> Figure {
        Figure(name: Self.name + name, value: nanoseconds / 1000, unit: "µs", goal: goal)
    }

    /// An approved contactless payment of 12.50 EUR with all usual fields.
    private static let approved: StatusInformation = {
        var status = StatusInformation(resultCode: 0)
        status.amountMinor = 1250
        status.currency = 978
        status.trace = 4711
        status.time = .init(hour: 14, minute: 5, second: 59)
        status.date = .init(month: 11, day: 21)
        status.expiry = "2812"
        status.cardSequenceNumber = 1
        status.kind = 0x60
        status.accountNumber = "EEEEEEEEEEEE1111"
        status.terminalID = "52500041"
        status.contractNumber = "455600012345   "
        status.approvalCode = "004711"
        status.additionalText = "Zahlung erfolgt"
        status.receiptNumber = 815
        status.turnoverNumber = 99
        status.cardType = 10
        status.cardName = "VISA"
        status.objects = [
            TLV(0x43, [0xA0, 0x00, 0x00, 0x00, 0x03, 0x10, 0x10]), TLV(0x1F10, [0x02]), TLV(0x1F12, [0x02]),
        ]
        return status
    }()
}
