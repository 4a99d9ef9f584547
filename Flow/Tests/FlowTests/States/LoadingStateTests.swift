import Flow
import Foundation
import Testing

struct LoadingStateTests {
    private let noon = Date(timeIntervalSince1970: 1_767_268_800)
    private let offline = Failure(SampleFailure.offline, "The shop does not answer.", recovery: .retry)

    private var loaded: LoadingState<Int> {
        var state = LoadingState<Int>()
        state.succeed(7, at: noon)
        return state
    }

    @Test func atFirstThereIsNothingAndNobodyLoads() {
        let state = LoadingState<Int>()
        #expect(state == .idle)
        #expect(state.value == nil)
        #expect(state.needsLoading(.always, now: noon))
    }

    @Test func whoLoadsForTheFirstTimeShowsNothing() {
        var state = LoadingState<Int>()
        state.begin()
        #expect(state == .loading(previous: nil))
        #expect(!state.needsLoading(.always, now: noon))
    }

    @Test func whatWasLoadedStaysVisibleWhileItIsLoadedAgain() {
        var state = loaded
        state.begin()
        #expect(state.isLoading)
        #expect(state.value == 7)
    }

    @Test func whatWasLoadedStaysVisibleWhenLoadingItAgainFailed() {
        var state = loaded
        state.begin()
        state.fail(offline)
        #expect(state.failure == offline)
        #expect(state.value == 7)
        state.begin()
        #expect(state.failure == nil)
        #expect(state.value == 7)
    }

    @Test func aValueIsFreshForItsSpanAndNotLonger() {
        let minute = CacheValidity<Int>.lasting(.seconds(60))
        #expect(loaded.isFresh(minute, now: noon))
        #expect(loaded.isFresh(minute, now: noon + 59.999))
        #expect(!loaded.isFresh(minute, now: noon + 60))
    }

    @Test func aClockThatWasSetBackMakesNothingFresh() {
        #expect(!loaded.isFresh(.lasting(.seconds(60)), now: noon - 1))
    }

    @Test func howLongAValueIsValidDependsOnWhatItIs() {
        let validity = CacheValidity<Int> { value, loadedAt, now in value == 7 || now < loadedAt + 1 }
        var state = loaded
        #expect(state.isFresh(validity, now: noon + 1_000))
        state.succeed(8, at: noon)
        #expect(!state.isFresh(validity, now: noon + 1_000))
    }

    @Test func somethingStaleNeedsLoadingUnlessSomebodyLoads() {
        var state = loaded
        #expect(!state.needsLoading(.always, now: noon))
        #expect(state.needsLoading(.never, now: noon))
        state.begin()
        #expect(!state.needsLoading(.never, now: noon))
    }

    @Test func itSurvivesStorage() throws {
        var state = loaded
        state.begin()
        state.fail(offline)
        let stored = try JSONEncoder().encode(state)
        #expect(try JSONDecoder().decode(LoadingState<Int>.self, from: stored) == state)
    }
}
