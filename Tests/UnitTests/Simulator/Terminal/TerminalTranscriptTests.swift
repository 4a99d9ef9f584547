import Testing

@testable import Simulator

/// The terminal's part of the recorded conversations, byte for byte.
@Suite struct TerminalTranscriptTests {
    @Test func registration() throws { try play("registration", .recorded()) }

    @Test func aDeclinedPayment() throws {
        var scenario = TerminalScenario.recorded()
        scenario.outcomes = [.decline]
        scenario.progress.afterCard = [0x17]
        try play("payment_declined", scenario, registered: 0xBE)
    }

    @Test func abortByTheTillWhileTheCardIsAwaited() throws { try play("abort_by_ecr", .recorded(), registered: 0xBE) }

    @Test func recoveryByRepeatReceipt() throws {
        let entry = TerminalJournal.Entry(
            number: 1, event: .booked, at: "2026-11-21T14:22:10", amountMinor: 1250, currency: "EUR", receipt: 42,
            trace: 123, turnover: 42)
        let kept = TerminalJournal.Entry(
            number: 2, event: .kept, at: entry.at, amountMinor: 1250, currency: "EUR", originalTrace: 123)
        try play("recovery_repeat_receipt", .recorded(), journal: [entry, kept])
    }

    @Test func aPaymentWithoutReceipts() throws { try play("payment_ok_no_receipt", .recorded(), registered: 0x3E) }

    @Test func aPaymentWithTextBlocks() throws { try play("payment_ok_block", .recorded(), registered: 0xBE) }

    @Test func aPaymentWithPrintLines() throws {
        try play("payment_ok_lines", .recorded(), registered: 0xBE, blocks: false)
    }

    @Test func aReversal() throws {
        let booked = TerminalJournal.Entry(
            number: 1, event: .booked, at: "2026-11-21T14:22:10", amountMinor: 1250, currency: "EUR", receipt: 42,
            trace: 123, turnover: 42)
        let confirmed = TerminalJournal.Entry(
            number: 2, event: .confirmed, at: booked.at, amountMinor: 1250, currency: "EUR", originalTrace: 123)
        try play("reversal", .recorded(), journal: [booked, confirmed], registered: 0x3E)
    }

    @Test func anEndOfDay() throws {
        let cards: [(UInt8, Int64)] = [(5, 500), (6, 1_000), (6, 1_500)]
        let day = cards.enumerated().map { index, card in
            TerminalJournal.Entry(
                number: index + 1, event: .booked, at: "2026-11-21T14:22:10", amountMinor: card.1, currency: "EUR",
                receipt: 40 + index, trace: 122 + index, turnover: 40 + index, cardType: card.0)
        }
        let confirmed = TerminalJournal.Entry(
            number: 4, event: .confirmed, at: "2026-11-21T14:22:10", amountMinor: 1_500, currency: "EUR",
            originalTrace: 124)
        let evening = TerminalTime(year: 2026, month: 11, day: 21, hour: 23, minute: 59, second: 0)
        try play("end_of_day", .recorded(), journal: day + [confirmed], registered: 0x3A, time: evening)
    }

    @Test func theQuestionForOpenReservations() throws {
        let reserved = TerminalJournal.Entry(
            number: 1, event: .reserved, at: "2026-11-21T14:22:10", amountMinor: 1250, currency: "EUR", receipt: 231,
            trace: 123, turnover: 42, command: .reservation)
        let confirmed = TerminalJournal.Entry(
            number: 2, event: .confirmed, at: reserved.at, amountMinor: 1250, currency: "EUR", originalTrace: 123,
            command: .reservation)
        try play("pending_preauth_query", .recorded(), journal: [reserved, confirmed], steps: 0..<8)
        try play("pending_preauth_query", .recorded(), steps: 8..<16)
    }

    @Test func goodsStillBeingIssued() throws {
        var scenario = TerminalScenario.recorded()
        scenario.progress.beforeCard = []
        scenario.progress.afterCard = []
        try play("vending_delay", scenario, registered: 0x3E)
    }

    @Test func twoDamagedCommandsAreRefusedAndTheThirdIsTaken() throws {
        // The recording ends before the completion.
        try play("bad_crc_retry", .recorded(), goesOn: true)
    }

    private func play(
        _ name: String, _ scenario: TerminalScenario, journal: [TerminalJournal.Entry] = [], registered: UInt8? = nil,
        blocks: Bool = true, goesOn: Bool = false, time: TerminalTime? = nil, steps: Range<Int>? = nil
    ) throws {
        var bench = TerminalBench(scenario, journal: journal)
        if let time { bench.time = time }
        if let registered {
            let permitted = blocks ? hex("06 06 26 04 0A 02 06 D3") : []
            let data = [0x00, 0x00, 0x00, registered] + permitted
            bench.converse([0x06, 0x00, UInt8(data.count)] + data)
            bench.pass(.seconds(1))
            _ = bench.next(bench.sent.count)
        }
        let recorded = try Transcript.named(name).steps
        for (number, step) in recorded.enumerated() where steps?.contains(number) ?? true {
            let bytes = hex(step.hex)
            if step.from == "ecr" {
                bench.receive(bytes)
            } else {
                try #require(bench.next(bytes.count) == bytes, "step \(number) of \(name): \(step.apdu ?? step.hex)")
            }
        }
        #expect(bench.sent.isEmpty != goesOn, "the terminal says more than was recorded")
    }
}

extension TerminalScenario {
    /// The scenario of the terminal in the recorded conversations.
    static func recorded() -> TerminalScenario {
        var scenario = TerminalScenario()
        scenario.identity.firstReceipt = 42
        scenario.identity.firstTrace = 123
        scenario.identity.firstTurnover = 42
        scenario.receipt.customerLines = recordedReceipt
        scenario.receipt.merchantLines = recordedReceipt
        return scenario
    }

    private static let recordedReceipt = [
        "Testhaendler Kiosk 7", "Musterweg 1", "12345 Musterstadt", "", "     K U N D E N B E L E G", "",
        "Terminal-ID:       29001234", "TA-Nr 000123  Beleg-Nr 0042", "", "      Kartenzahlung", "       Mastercard",
        "        kontaktlos", "", "EUR 12,50", "", "Karte  ############1234", "Karte gueltig bis 12/28",
        "VU-Nr         100000001", "Genehm.-Nr       611804", "Datum   21.11.26 14:22 Uhr", "AID    A0000000041010",
        "EMV-Data 0000008000/E800", "AS-Proc-Code 00 075 00", "   Zahlung erfolgt", "", "BITTE BELEG AUFBEWAHREN", "",
    ]
}
