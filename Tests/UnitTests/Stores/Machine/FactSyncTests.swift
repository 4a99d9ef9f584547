import Flow
import Hardware
import Model
import Storage
import Testing

@testable import Payments

/// Which facts of a payment may wait for the sync of the next one.
@Suite struct FactSyncTests {
    @Test func aFactWaitsOnlyForAnotherFact() {
        let next = PaymentMachine.Step.write(.sending)
        #expect(PaymentMachine.Step.sync(ofFactBefore: [next]) == .withNext)
        #expect(PaymentMachine.Step.sync(ofFactBefore: [.reached(.s1), next]) == .withNext)
        #expect(PaymentMachine.Step.sync(ofFactBefore: []) == .now)
        #expect(PaymentMachine.Step.sync(ofFactBefore: [.reached(.s1)]) == .now)
    }

    @Test func whatAnybodyHearsOfIsSyncedBefore() {
        let heard: [PaymentMachine.Step] = [
            .request(.repeatReceipt), .cancelTerminal, .giveGoods, .connect, .pause(.seconds(1)), .startGiveUpClock,
            .phase(.checking), .finish(.inDoubt(reason: "nobody knows")),
        ]
        for step in heard {
            #expect(PaymentMachine.Step.sync(ofFactBefore: [step, .write(.sending)]) == .now, "\(step)")
        }
    }
}
