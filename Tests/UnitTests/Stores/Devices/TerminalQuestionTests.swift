import Model
import Testing

@testable import Payments

/// What a terminal is asked to find out how it behaves.
@Suite struct TerminalQuestionTests {
    private static let always: [TerminalQuestion] = [
        .registration(.full, wish: .utf8), .registration(.full, wish: .latin9), .registration(.full, wish: .latin1),
        .registration(.withoutCharacterSet, wish: nil), .registration(.bare, wish: nil), .status(withPassword: true),
        .status(withPassword: false), .lastTransaction, .lastTransactionWithPrint, .lastReceipt, .totals,
    ]

    @Test func theFullFormsAreAskedBeforeTheLesserOnesAndTheAbortLast() {
        #expect(TerminalQuestion.script(isDeep: false) == Self.always + [.abort])
    }

    @Test func onlyADeepQuestioningMakesTheTerminalCallItsHost() {
        #expect(TerminalQuestion.script(isDeep: true) == Self.always + [.host, .abort])
    }

    @Test func noQuestionMovesMoney() {
        let requests = TerminalQuestion.script(isDeep: true).map { $0.request(.eur) }
        #expect(
            requests.suffix(7)
                == [
                    .probe(.status(withPassword: true)), .probe(.status(withPassword: false)), .repeatReceipt,
                    .reprint(.last, withResult: true), .reprint(.last, withResult: false), .turnoverTotals,
                    .diagnose(.line), .probe(.abort),
                ].suffix(7))
        #expect(requests.prefix(1) == [.probe(.registration(.eur, .full, wish: .utf8))])
    }
}
