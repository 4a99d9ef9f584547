import Flow
import Foundation
import Testing

/// Effect states as values: what reducers do to them.
struct EffectStateTests {
    private let busy = Failure(SampleFailure.busy, "Busy.", recovery: .retry)
    private let broken = Failure(SampleFailure.broken, "Broken.", recovery: .giveUp)

    private func running(_ retry: Retry = .never) -> EffectState {
        var state = EffectState()
        state.run(retry: retry)
        return state
    }

    @Test func aRunUnderWayIsNotBegunAgain() {
        var state = running()
        let before = state
        state.run(after: .seconds(5))
        #expect(state == before)
    }

    @Test func statesThatSayTheSameAreEqualAndHaveTheSameBytes() throws {
        let (one, other) = (running(), running())
        #expect(one == other && one.hashValue == other.hashValue)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try encoder.encode(one) == encoder.encode(other))
        #expect(try JSONDecoder().decode(EffectState.self, from: encoder.encode(one)) == one)
    }

    @Test func anEndedRunIsNotEndedAgain() {
        var state = running()
        state.cancel()
        state.succeed()
        state.retryOrFail(with: busy)
        #expect(state.phase == .cancelled)
    }

    @Test func aRunIsTriedAgainAsItsPolicySays() {
        var state = running(Retry(.atMost(3)))
        state.retryOrFail(with: busy)
        #expect(state.attempt?.number == 2)
        #expect(state.attempt?.delay == .seconds(1))
        #expect(state.attempt?.lastFailure == busy)
        state.retryOrFail(with: busy)
        #expect(state.attempt?.delay == .seconds(2))
        state.retryOrFail(with: busy)
        #expect(state.phase == .failed(busy))
        #expect(state.runs == 1)
    }

    @Test func aFailureNoRepetitionMendsEndsTheRunAtOnce() {
        var state = running(Retry())
        state.retryOrFail(with: broken)
        #expect(state.phase == .failed(broken))
    }

    @Test func failingForGoodIsNotTriedAgainWhateverThePolicy() {
        var state = running(Retry())
        state.fail(busy)
        #expect(state.phase == .failed(busy))
    }

    @Test func aRestartCountsItsAttemptsAnew() {
        var state = running(Retry(.atMost(2)))
        state.retryOrFail(with: busy)
        state.restart(retry: Retry(.atMost(2)))
        #expect(state.attempt?.number == 1)
        #expect(state.runs == 2)
    }

    @Test func aPostponedAttemptIsStillTheSameAttempt() {
        var state = running(Retry(.atMost(2)))
        state.retryOrFail(with: busy)
        state.postpone(by: .seconds(30))
        #expect(state.attempt?.number == 2)
        #expect(state.attempt?.delay == .seconds(30))
        #expect(state.attempt?.lastFailure == busy)
    }

    @Test func whatIsNotInProgressCannotBePostponed() {
        var state = EffectState()
        state.postpone(by: .seconds(30))
        #expect(state.phase == .idle)
    }

    /// Effect states after every kind of change, each made in a state that the earlier changes led to.
    private func eventful() -> EffectStates<String> {
        var states = EffectStates<String>()
        for id in ["b", "a", "d", "c"] { states[id, default: EffectState()].run(retry: Retry(.atMost(4))) }
        states["a", default: EffectState()].retryOrFail(with: busy)
        states["b", default: EffectState()].postpone(by: .milliseconds(1_500))
        states["c", default: EffectState()].succeed()
        states["d"] = nil
        states["d", default: EffectState()].restart(after: .seconds(3))
        states["e", default: EffectState()].cancel()
        return states
    }

    @Test func theSameEventsGiveTheSameBytes() throws {
        let first = try JSONEncoder.sorted.encode(eventful())
        for _ in 0..<20 { #expect(try JSONEncoder.sorted.encode(eventful()) == first) }
    }

    @Test func whatIsReadBackIsEncodedAsTheSameBytes() throws {
        let stored = try JSONEncoder.sorted.encode(eventful())
        let read = try JSONDecoder().decode(EffectStates<String>.self, from: stored)
        #expect(read == eventful())
        #expect(try JSONEncoder.sorted.encode(read) == stored)
    }

    @Test func effectStatesKeepTheOrderTheyWereAddedIn() {
        #expect(eventful().ids == ["b", "a", "c", "d", "e"])
        #expect(eventful().count == 5)
        #expect(EffectStates<String>().isEmpty)
    }

    @Test func anIdThatIsNotThereHasNoState() {
        var states = eventful()
        #expect(states["x"] == nil)
        states["x"] = nil
        #expect(states == eventful())
    }
}

extension JSONEncoder {
    /// Encodes equal values as equal bytes.
    static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
