import Flow
import Synchronization
import Testing

struct ReplyTests {
    private let heard = Heard<Result<Int, Failure>>()
    private let refusal = Failure(SampleFailure.refused, "No.", recovery: .giveUp)

    @Test func anAnswerReachesWhoAsked() {
        let reply = Reply<Int>(heard.hear)
        reply(7)
        #expect(heard.all == [.success(7)])
        #expect(reply.isAnswered)
    }

    @Test func aFailureReachesWhoAsked() {
        let reply = Reply<Int>(heard.hear)
        reply(failing: refusal)
        #expect(heard.all == [.failure(refusal)])
    }

    @Test func aDroppedReplyIsAnsweredAsAbandoned() {
        do { _ = Reply<Int>(heard.hear) }
        #expect(heard.all == [.failure(.abandoned)])
    }

    @Test func aReplyLivesAsLongAsItsLastCopy() {
        var copies = [Reply<Int>(heard.hear)]
        copies.append(copies[0])
        copies.removeFirst()
        #expect(heard.all.isEmpty)
        copies.removeAll()
        #expect(heard.all == [.failure(.abandoned)])
    }

    @Test func anAnsweredReplyIsNotAbandonedWhenDropped() {
        do {
            let reply = Reply<Int>(heard.hear)
            reply(1)
        }
        #expect(heard.all == [.success(1)])
    }

    @Test func aSecondAnswerIsIgnoredAndCounted() {
        let reply = Reply<Int>(heard.hear)
        reply(1)
        reply(2)
        reply(failing: refusal)
        #expect(heard.all == [.success(1)])
        #expect(reply.surplusAnswers == 2)
    }

    @Test func aHandlerMayAnswerAgainWithoutDeadlock() {
        let own = Mutex<Reply<Int>?>(nil)
        let reply = Reply<Int> { [heard] result in
            heard.hear(result)
            own.withLock { $0 }?(2)
        }
        own.withLock { $0 = reply }
        reply(1)
        own.withLock { $0 = nil }
        #expect(heard.all == [.success(1)])
        #expect(reply.surplusAnswers == 1)
    }

    @Test func aReplyOfNothingIsAnsweredWithNothing() {
        let done = Heard<Bool>()
        let reply = Reply<Void> { done.hear((try? $0.get()) != nil) }
        reply()
        #expect(done.all == [true])
    }

    @Test func everyReplyAnActionCarriesIsRefused() {
        CountAction.add(1, Reply(heard.hear)).refuse(refusal)
        #expect(heard.all == [.failure(refusal)])
    }

    @Test func aReplyWithoutOtherValuesIsFoundToo() {
        CountAction.read(Reply(heard.hear)).refuse(refusal)
        #expect(heard.all == [.failure(refusal)])
    }

    @Test func aLabelledReplyAndASecondOneAreFound() {
        CountAction.both(first: Reply(heard.hear), second: Reply(heard.hear)).refuse(refusal)
        #expect(heard.all == [.failure(refusal), .failure(refusal)])
    }

    @Test func anActionWithoutReplyCanBeRefused() {
        CountAction.forget.refuse(refusal)
    }

    @Test func anActionThatIsAStructIsRefusedThroughItsFields() {
        WeighAction(object: "apple", reply: Reply(heard.hear)).refuse(refusal)
        #expect(heard.all == [.failure(refusal)])
    }
}
