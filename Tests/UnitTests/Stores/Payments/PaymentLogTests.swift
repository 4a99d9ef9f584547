import Failures
import Flow
import Foundation
import Hardware
import LogEvents
import Model
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// What the log records of a payment, and what it must not contain.
@Suite struct PaymentLogTests {
    private static let intent = intent(order: 1042, number: "1042")

    private static func intent(order: Int64, number: String?) -> PaymentIntent {
        PaymentIntent(
            payment: PaymentID(rawValue: "pay-1"), key: nil, fingerprint: "", site: .embedded,
            order: OrderID(rawValue: order), orderNumber: number, amount: Money(minorUnits: 2380, currency: .eur),
            tip: nil, terminal: DeviceAddress(scheme: "serial", path: "/dev/ttyUSB0"),
            printer: DeviceAddress(scheme: "file", path: "/dev/null"), terminalID: nil, watermark: .unknown,
            language: "en", startedAt: Date(timeIntervalSince1970: 0), utcOffset: 0)
    }

    private func entries(_ steps: [PaymentMachine.Step], of intent: PaymentIntent = Self.intent) -> [LogEntry] {
        let written = Mutex<[LogEntry]>([])
        var environment = VirtualWorld().environment
        environment.writeLog = { entry in written.withLock { $0.append(entry) } }
        let log = PaymentLog(environment: environment, intent: intent)
        for step in steps { log.done(step) }
        return written.withLock { $0 }
    }

    @Test func eachStepIsToldWithWhomItIsAbout() {
        let told = entries([.reached(.s5)])
        #expect(
            told == [
                LogEntry(
                    .paymentStep,
                    [
                        .payment(PaymentID(rawValue: "pay-1")), .device(Self.intent.terminal),
                        .order("1042"), .step("S5"),
                    ])
            ])
    }

    @Test(arguments: [("1083", "1083"), (nil, "L27")] as [(String?, String)])
    func anOrderThatWasMadeHereGoesByItsNumber(number: String?, written: String) {
        let told = entries([.reached(.s5)], of: Self.intent(order: -27, number: number))
        #expect(told.map { $0.metadata["ORDER_ID"] } == [written])
    }

    @Test func disturbanceQuestionAnswerDoubtAndEndAreToldInTheirOrder() {
        let told = entries([
            .write(.intended(Self.intent)), .write(.sending), .write(.cancelRequested),
            .write(.disturbed(Failure(LineFailure.unplugged, "The line broke.", recovery: .retry))),
            .request(.enquireStatus),
            .request(.repeatReceipt), .write(.evidence(.silent, .unclear("The terminal said nothing."))),
            .write(.inDoubt(reason: "The terminal said nothing.")), .write(.settled(.cancelled(code: 0x6C))),
        ])
        #expect(
            told.map(\.event) == [
                .cancelRequested, .paymentDisturbed, .recoveryAsked, .recoveryAnswered, .paymentInDoubt, .paymentEnded,
            ])
        #expect(told[1].metadata["CODE"] == "line.unplugged")
        #expect(told[3].metadata["OUTCOME"] == "unclear")
        #expect(told[5].metadata["OUTCOME"] == "cancelled")
    }

    @Test func whatTheTerminalPrintsAndResultsAreNobodysBusiness() {
        let text = TerminalText(copy: .customer, lines: [PrintedLine("PAN")], endsReceipt: true)
        let result = TransactionResult(resultCode: 0)
        #expect(entries([.write(.text(text)), .write(.result(result, answer: .stored)), .write(.completed)]).isEmpty)
    }
}
