import Failures
import Flow
import Hardware
import Model
import Storage
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// A payment whose intent cannot be written any more after everything was checked: nothing is sent, and nobody is told an id that
/// stands for nothing.
@Suite struct UnwrittenIntentTests {
    private let counter: Counter
    private let readers = ScriptedReaders { request, _ in
        switch request {
        case .register: .taken(end: .completed(TerminalState(terminalID: "29001234", status: 0)))
        case .repeatReceipt: .taken(.result(TerminalRecordID(1), .approved(amount: 990, receipt: 41)))
        default: .refused(0x83)
        }
    }
    private static let request = PaymentRequest(
        subject: .order(OrderID(rawValue: 1042)), terminal: Counter.terminal, printer: Counter.printer,
        giveUpAfter: .seconds(10))

    init() throws { counter = try Counter() }

    /// The same order is being paid at another terminal, from just before the intent would be written.
    private func startBesideAnother() throws -> TillStores {
        let (counter, other) = (counter, DeviceAddress(scheme: "test", path: "other"))
        return try counter.start(
            readers: readers,
            reached: { step in
                guard step == "S0" else { return }
                do { try counter.write([.sending], 1042, terminal: other) } catch { Issue.record(error) }
            })
    }

    @Test func aPaymentThatIsBegunBesideAnotherOfItsOrderIsRefusedWithTheOthersID() throws {
        let till = try startBesideAnother()
        let failure = #expect(throws: Failure.self) {
            try counter.ask(till) { CardPresentPaymentsAction.beginPayment(Self.request, $0) }
        }
        #expect(failure?.code == PaymentFailure.inDoubt.rawValue, "\(String(describing: failure))")
        #expect(failure?.said.text(in: .en).contains("pay-1042") == true, "\(String(describing: failure))")
        #expect(try counter.open == ["pay-1042"] && !readers.requests.contains(.authorise(.sample)))
    }

    @Test func soIsOneThatIsCollected() throws {
        let till = try startBesideAnother()
        let failure = #expect(throws: Failure.self) {
            try counter.ask(till) { CardPresentPaymentsAction.collectPayment(Self.request, $0) }
        }
        #expect(failure?.code == PaymentFailure.inDoubt.rawValue, "\(String(describing: failure))")
        #expect(try counter.open == ["pay-1042"] && !readers.requests.contains(.authorise(.sample)))
    }

    @Test func aPaymentIsNotBegunOnAFullDisk() throws {
        let full = FullStorage(storage: counter.storage)
        let till = try counter.start(
            over: full, readers: readers, reached: { step in if step == "S0" { full.isFull.withLock { $0 = true } } })
        let failure = #expect(throws: Failure.self) {
            try counter.ask(till) { CardPresentPaymentsAction.beginPayment(Self.request, $0) }
        }
        #expect(failure?.code.hasPrefix("storage.") == true, "\(String(describing: failure))")
        #expect(try counter.open.isEmpty && !readers.requests.contains(.authorise(.sample)))
    }
}
