import Hardware
import Model
import Testing

@testable import Readers

/// A terminal may tell a result code with `06 0F` too.
@Suite struct CompletionCodeTests {
    private static func end(_ request: TerminalRequest, _ code: UInt8?) -> TerminalEnd? {
        var line = VirtualLine.running(request)
        if request.movesMoney { line.receive(Terminal.approved) }
        var completion = Completion()
        completion.resultCode = code
        line.receive(.completion(completion))
        return line.events.last?.end
    }

    private static func isCompleted(_ end: TerminalEnd?) -> Bool {
        if case .completed? = end { true } else { false }
    }

    @Test(arguments: [TerminalRequest.authorise(Terminal.twelveFifty), .refund(Terminal.twelveFifty), .endOfDay])
    func aFailureThereIsTheEnd(_ request: TerminalRequest) {
        #expect(Self.end(request, 0x6C) == .aborted(code: DeviceCode(zvt: 0x6C)))
        for code in [nil, 0] as [UInt8?] {
            #expect(Self.isCompleted(Self.end(request, code)), "\(String(describing: code))")
        }
    }

    @Test func whatOnlyAsksEndsAsBefore() {
        #expect(Self.isCompleted(Self.end(.repeatReceipt, 0x6C)))
    }

    /// A terminal that does not know which receipt is meant repeats that of its last payment: no totals of a day.
    @Test func aPaymentThatIsRepeatedForAnEndOfDayIsNoTotals() {
        for namesCard in [true, false] {
            var line = VirtualLine.running(.reprint(.endOfDay, withResult: true))
            var information = StatusInformation(resultCode: 0)
            information.amountMinor = 1250
            information.cardName = namesCard ? "girocard" : nil
            line.receive(.statusInformation(information))
            let isTotals = line.events.contains { if case .totals = $0 { true } else { false } }
            #expect(isTotals == !namesCard)
        }
    }
}
