import Model
import Receipts
import Testing
import ZVTCodes

@Suite struct CardBlockTests {
    private func text(_ receipt: Receipt, columns: Int = 48) -> [String] {
        ReceiptLayout(columns: columns).lay(receipt, mark: .original).lines.map(\.text)
    }

    private func status(_ change: (inout TransactionResult) -> Void) -> TransactionResult {
        var status = Sample.approval
        change(&status)
        return status
    }

    @Test func thePANIsNeverMoreThanItsLastFour() {
        let careless = status { $0.panLastDigits = "4111111111111234" }
        let shown = text(Sample.receipt(.merchant, result: careless)).joined()
        #expect(shown.contains(" ************1234"))
        #expect(!shown.contains("41111"))
    }

    @Test(arguments: [ReceiptCopy.customer, .merchant], [HolderVerification.signature, .onlinePIN, .none])
    func portalum55_onlyTheMerchantAsksForASignatureAndOnlyWhenNeeded(copy: ReceiptCopy, method: HolderVerification) {
        let shown = text(Sample.receipt(copy, result: status { $0.holderVerification = method }))
        #expect(shown.contains { $0.hasPrefix("x____") } == (copy == .merchant && method == .signature))
    }

    @Test func aRefusedPaymentIsNotSigned() {
        let signed = status { $0.holderVerification = .signature }
        let shown = text(Sample.receipt(.merchant, result: signed, verdict: .declined))
        #expect(!shown.contains { $0.hasPrefix("x____") })
    }

    @Test func whatTheTerminalDidNotSayIsNotMadeUp() {
        let shown = text(Sample.receipt(.customer, result: TransactionResult(resultCode: 0))).joined(separator: "\n")
        for label in ["Card number", "Trace", "Terminal", "Approval code", "AID", "Card read", "Verified"] {
            #expect(!shown.contains(label), "\(label)")
        }
    }

    @Test func aReversalIsCalledOneAndNamesWhatItReverses() {
        let shown = text(Sample.receipt(.customer, result: status { $0.originalTrace = 77 }))
        #expect(shown.contains { $0.hasPrefix("Reversal") && $0.hasSuffix("EUR 15.45") })
        #expect(shown.contains { $0.hasPrefix("Reverses trace no.") && $0.hasSuffix("000077") })
    }

    @Test func theAmountIsTheTerminalsInTheTerminalsCurrency() {
        let shown = text(Sample.receipt(.customer, result: status { ($0.amountMinor, $0.currencyNumber) = (999, 756) }))
        #expect(shown.contains { $0.hasPrefix("Sale") && $0.hasSuffix("CHF 9.99") })
    }

    @Test func theCodeOfARefusalIsOnThePaper() {
        let shown = text(Sample.receipt(.customer, result: TransactionResult(resultCode: 5), verdict: .declined))
        #expect(shown.contains { $0.hasPrefix("Result code") && $0.hasSuffix(" 05") })
    }

    @Test func theTerminalsTextIsPrintedVerbatimOnPaperThatIsWideEnough() {
        let shown = text(Sample.receipt(.customer, text: Sample.terminalText))
        for line in Sample.terminalText where !line.text.isEmpty {
            #expect(shown.contains { $0.contains(line.text) }, "\(line.text)")
        }
        #expect(!shown.contains { $0.contains("Approval code") })
    }

    /// A horizontal rule may become shorter; text may not.
    @Test func onNarrowerPaperARowOfOneSignIsShortenedAndOneOfALetterIsNot() {
        for (sign, count) in [("=", 32), ("*", 32), ("y", 80), ("7", 80)] {
            let lines = [PrintedLine(String(repeating: sign, count: 80))]
            let laid = ReceiptLayout(columns: 32).lay(Sample.receipt(.customer, text: lines), mark: .original).lines
            let rows = laid.map(\.text).filter { !$0.isEmpty && $0.allSatisfy { String($0) == sign } }
            #expect(rows.reduce(0) { $0 + $1.count } == count, "\(sign)")
        }
    }

    @Test func theTerminalsAttributesAreOnThePaper() {
        let lines = [
            PrintedLine("middle", centred: true, doubleWidth: true), PrintedLine("tall", doubleHeight: true),
            PrintedLine("in", indent: 5), PrintedLine(String(repeating: "=", count: 40)),
        ]
        let laid = ReceiptLayout(columns: 40).lay(Sample.receipt(.customer, text: lines), mark: .original).lines
        let pad = { StyledRun(String(repeating: " ", count: $0)) }
        #expect(laid.contains(.text([pad(14), StyledRun("middle", .doubleWidth)])))
        #expect(laid.contains(.text([StyledRun("tall", .doubleHeight)])))
        #expect(laid.contains(.text([StyledRun("     in")])))
    }

    @Test(arguments: [
        ("Betrag                        EUR 15,45", "Betrag                 EUR 15,45"),
        ("=======================================", "================================"),
        ("                              EUR 15,45", "                       EUR 15,45"),
        ("             Kundenbeleg               ", "          Kundenbeleg"),
        ("links", "links"),
    ])
    func aTextForWiderPaperKeepsItsShapeOnNarrower(line: String, fitted: String) {
        let lines = [PrintedLine(line), PrintedLine(String(repeating: "-", count: 39))]
        #expect(text(Sample.receipt(.customer, text: lines), columns: 32).contains(fitted))
    }

    @Test func doubleWidthThatDoesNotFitIsPrintedSingle() {
        let lines = [PrintedLine("Betrag 1.234.567,89 EUR", doubleWidth: true)]
        let laid = ReceiptLayout(columns: 32).lay(Sample.receipt(.customer, text: lines), mark: .original).lines
        #expect(laid.contains(.text([StyledRun("Betrag 1.234.567,89 EUR")])))
    }

    @Test func aLineBreakInsideALineOfTheTerminalIsALineBreak() {
        let shown = text(Sample.receipt(.customer, text: [PrintedLine("one\ntwo")]))
        #expect(shown.contains { $0.hasSuffix("one") } && shown.contains { $0.hasSuffix("two") })
    }
}
