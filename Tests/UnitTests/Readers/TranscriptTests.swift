import Hardware
import Model
import Testing

@testable import Readers

@Suite struct TranscriptTests {
    private static let amount = TerminalRequest.authorise(Money(minorUnits: 1250, currency: .eur))

    @Test func theRegistrationIsPlayedByteForByte() throws {
        let line = try play("registration", [.register(.eur)])
        #expect(
            line.events.last?.end
                == .completed(TerminalState(terminalID: "29001234", characterSet: .utf8, currencyNumber: 978)))
    }

    @Test(arguments: ["payment_ok_block", "payment_ok_lines", "payment_ok_no_receipt"])
    func aPaymentIsPlayedByteForByte(_ name: String) throws {
        let line = try play(name, [Self.amount])
        #expect(line.events.last?.end == .completed(TerminalState()))
        let results = line.events.compactMap { if case .result(_, let result) = $0 { result } else { nil } }
        #expect(results.map(\.resultCode) == [0])
        #expect(results.first?.amountMinor == 1250)
        #expect(results.first?.panLastDigits == "1234")
    }

    @Test func aDeclinedPaymentIsPlayedByteForByte() throws {
        var settings = TerminalSettings()
        settings.paymentType = nil
        let line = try play("payment_declined", [Self.amount], settings)
        #expect(line.events.last?.end == .aborted(code: 5))
    }

    @Test func anAbortOfOursIsPlayedByteForByte() throws {
        var settings = TerminalSettings()
        settings.paymentType = nil
        let line = try play("abort_by_ecr", [Self.amount], settings)
        #expect(line.events.last?.end == .aborted(code: 0x6C))
    }

    @Test func recoveryIsPlayedByteForByte() throws {
        let line = try play("recovery_repeat_receipt", [.enquireStatus, .repeatReceipt])
        let told = TerminalState(status: 0, softwareVersion: "2.14.15")
        #expect(line.events.compactMap(\.end) == [.completed(told), .completed(TerminalState())])
    }

    @Test func aReversalIsPlayedByteForByte() throws {
        var settings = TerminalSettings()
        settings.tellsAmountOfReversal = false
        let line = try play("reversal", [.reverse(receipt: 42, Terminal.twelveFifty)], settings)
        #expect(line.events.last?.end == .completed(TerminalState()))
        let result = line.events.compactMap { if case .result(_, let result) = $0 { result } else { nil } }.first
        #expect(result?.originalTrace == 123)
    }

    @Test func theQuestionForOpenReservationsIsPlayedByteForByte() throws {
        let line = try play("pending_preauth_query", [.openPreauthorisations, .openPreauthorisations])
        let told = line.events.compactMap { if case .openPreauthorisations(let open) = $0 { open } else { nil } }
        #expect(told == [[Preauthorisation(receiptNumber: 231)], []])
        let ends = line.events.compactMap(\.end)
        #expect(ends == [.completed(TerminalState()), .completed(TerminalState())])
    }

    @Test func anEndOfDayIsPlayedByteForByte() throws {
        let line = try play("end_of_day", [.endOfDay])
        let told = line.events.compactMap { if case .totals(_, let totals) = $0 { totals } else { nil } }
        let totals = try #require(told.first)
        #expect(totals.totalMinor == 3_000)
        #expect(totals.firstReceipt == 40)
        #expect(totals.lastReceipt == 42)
        #expect(totals.schemes?.map(\.scheme) == CardScheme.allCases)
        #expect(totals.schemes?.map(\.count) == [1, 0, 2, 0, 0, 0, 0])
        #expect(totals.schemes?.map(\.amountMinor) == [500, 0, 2_500, 0, 0, 0, 0])
        #expect(line.events.last?.end == .completed(TerminalState()))
    }

    @Test func aTerminalThatWaitsForGoodsIsPlayedByteForByte() throws {
        var settings = TerminalSettings()
        settings.paymentType = nil
        settings.answerTimeoutSeconds = 60
        settings.longestWait = 5
        let amount = TerminalRequest.authorise(Money(minorUnits: 200, currency: .eur))
        let verdicts = [DispenseResult.pending, .pending, .given].map(StorageVerdict.goods)
        let line = try play("vending_delay", [amount], settings, verdicts: verdicts)
        #expect(line.events.last?.end == .completed(TerminalState()))
    }

    @Test func aBlockThatArrivesDamagedIsSentThreeTimes() throws {
        var settings = TerminalSettings()
        settings.asksStatusWithPassword = false
        let line = try play("bad_crc_retry", [.enquireStatus], settings)
        #expect(line.events == [.accepted])
    }

    @Test(arguments: ["data_dle_etx", "max_short_len"])
    func dataThatLooksLikeFramingIsAcknowledged(_ name: String) throws {
        _ = try play(name, [])
    }

    /// Plays the terminal's part of a conversation and expects the till's part byte for byte, except for bytes that the
    /// line damaged.
    private func play(
        _ name: String, _ requests: [TerminalRequest], _ settings: TerminalSettings = TerminalSettings(),
        verdicts: [StorageVerdict] = []
    ) throws -> VirtualLine {
        var line = VirtualLine(settings: settings, storesAtOnce: verdicts.isEmpty)
        var requests = requests
        var verdicts = verdicts
        for step in try Fixtures.transcript(name) {
            guard step.isOurs else {
                line.receive(step.bytes)
                if !verdicts.isEmpty, let record = line.takeEvents().last?.record {
                    line.answer(record, verdicts.removeFirst())
                }
                continue
            }
            if step.apdu?.hasPrefix("84 9C") == true { line.pass(.seconds(55)) }
            if line.written.isEmpty {
                if step.apdu == "06 B0 00" { line.cancel() } else { line.start(requests.removeFirst()) }
            }
            let ours = Array(line.written.prefix(step.bytes.count))
            line.written.removeFirst(ours.count)
            #expect(
                ours
                    == (["CRC high byte flipped", "repeat 1 corrupted"].contains(step.note)
                        ? Self.undamaged(step) : step.bytes),
                "\(step.note)")
        }
        #expect(line.written.isEmpty)
        #expect(requests.isEmpty)
        return line
    }

    /// The bytes as they were sent. The transcript has those that arrived, of which the line changed the last one.
    private static func undamaged(_ step: TranscriptStep) -> [UInt8] {
        SerialBlock.encode(Array(step.bytes.dropFirst(2).dropLast(4)))
    }
}
