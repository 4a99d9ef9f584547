import Model
import Testing

struct OrderStatusTests {
    @Test(arguments: ["pending", "processing", "on-hold", "completed", "cancelled", "refunded", "failed"])
    func aStatusOfTheShopIsKnownAndWrittenBack(_ text: String) {
        let status = OrderStatus(rawValue: text)
        if case .other = status { Issue.record("\(text) is not known") }
        #expect(status.rawValue == text)
    }

    @Test func statusesAreEqualBySpellingAndDifferOtherwise() {
        #expect(OrderStatus.other("pending") == .pending)
        #expect(Set([OrderStatus.other("pending"), .pending]).count == 1)
        let differ = OrderStatus.pending != .other("pending")
        #expect(!differ)
        #expect(OrderStatus.pending != .failed)
    }

    @Test func aStatusWeDoNotKnowIsKeptAsItCame() {
        #expect(OrderStatus(rawValue: "checkout-draft") == .other("checkout-draft"))
        #expect(OrderStatus(rawValue: "Pending") == .other("Pending"))
    }

    @Test func onlyAnUnpaidOrderAwaitsPayment() {
        let all: [OrderStatus] = [
            .pending, .processing, .onHold, .completed, .cancelled, .refunded, .failed, .other("lost"),
        ]
        #expect(all.filter { $0.awaitsPayment } == [.pending, .onHold, .failed])
    }
}

struct PaymentOutcomeTests {
    @Test func onlyDoubtIsNotFinal() {
        let final: [PaymentOutcome] = [
            .approved(TransactionResult(resultCode: 0)), .declined(code: 5, text: nil), .cancelled(code: 0x6C),
            .reversed(nil), .notCharged(reason: Sentence(stored: "")),
        ]
        #expect(final.allSatisfy { $0.isFinal })
        #expect(!PaymentOutcome.inDoubt(reason: Sentence(stored: "line lost")).isFinal)
    }

    @Test func aSignatureIsNeededWhereThePaperShowsOne() {
        let all: [HolderVerification] = [
            .none, .signature, .onlinePIN, .offlinePIN, .offlinePINAndSignature, .onlinePINAndSignature, .unknown,
        ]
        #expect(all.filter { $0.needsSignature } == [.signature, .offlinePINAndSignature, .onlinePINAndSignature])
    }
}
