import Hardware
import Model
import Testing

@testable import Readers

@Suite struct TranscriptTests {
    private static let amount = TerminalRequest.authorise(Money(minorUnits: 1250, currency: .eur))

    @Test func theRegistrationIsPlayedByteForByte() throws {
        let line = try play("registration", [.register(.eur)])
        #expect(line.events.last?.end == .completed(TerminalState(terminalID: "29001234")))
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
        #expect(line.events.compactMap(\.end) == [.completed(TerminalState(status: 0)), .completed(TerminalState())])
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

    /// Plays the terminal's part of a conversation and expects ours, byte for byte, up to what the line itself spoiled.
    private func play(
        _ name: String, _ requests: [TerminalRequest], _ settings: TerminalSettings = TerminalSettings()
    ) throws -> VirtualLine {
        var line = VirtualLine(settings: settings)
        var requests = requests
        for step in try Fixtures.transcript(name) {
            guard step.isOurs else {
                line.receive(step.bytes)
                continue
            }
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

    /// The transcript shows what arrived; its last byte is the one the line flipped.
    private static func undamaged(_ step: TranscriptStep) -> [UInt8] {
        SerialBlock.encode(Array(step.bytes.dropFirst(2).dropLast(4)))
    }
}
