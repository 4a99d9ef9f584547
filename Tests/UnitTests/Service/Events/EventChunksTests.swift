import Flow
import Foundation
import Hardware
import Model
import Storage
import StorageInMemory
import Synchronization
import Testing

@testable import Service
@testable import Stores

/// What a listener is told, and when.
@Suite struct EventChunksTests {
    private let world = VirtualWorld(seed: 1)
    private let memory: MemoryStorage
    private let storage: CountingStorage
    private let feed: JournalFeed
    private let tokens: AccessTokens

    init() {
        memory = MemoryStorage(now: world.environment.now)
        storage = CountingStorage(memory)
        feed = JournalFeed(environment: world.environment)
        tokens = AccessTokens(storage: memory, environment: world.environment)
    }

    private func listen(after known: Int64? = nil) throws -> EventChunks {
        chunks(try feed.subscribe(.nobody), after: known)
    }

    private func chunks(
        _ subscription: JournalFeed.Subscription, _ displays: DisplayWatch = DisplayWatch([], in: .en),
        _ prints: PrintWatch? = nil, after known: Int64? = nil
    ) -> EventChunks {
        let none = StateStore<String, String>("idle", environment: world.environment) { state, event in state = event }
        let nowhere = PrintWatch(
            [], none.reading { OnePrinter(does: $0) as any KnowsThePrinters }, in: .en, storage: storage)
        return EventChunks(
            storage: storage, subscription: subscription,
            tokens: ListenerTokens(tokens, feed: feed, environment: world.environment),
            tail: JournalTail(storage: storage, feed: feed), displays: displays, prints: prints ?? nowhere,
            known: known, isWhole: false)
    }

    private func append(_ sync: CommitSync) throws {
        try storage.writing(sync) { try $0.append(kind: "test.happened", payment: nil, encoding: ["n": 1]) }
    }

    /// The next event that a listener hears.
    private func next(_ iterator: inout EventChunks.AsyncIterator) async -> String {
        String(decoding: await iterator.next() ?? [], as: UTF8.self)
    }

    /// Names of tokens are not unique.
    @Test func theListenersOfEachTokenAreCountedByItself() throws {
        let callers = ["tok-1", "tok-2"].map {
            Caller(AccessToken(id: $0, name: "till-kiosk", scope: .kiosk, hash: "", createdAt: .distantPast))
        }
        let first = try (0..<JournalFeed.mostListeners).map { _ in try feed.subscribe(callers[0]) }
        #expect(throws: Failure.self) { try feed.subscribe(callers[0]) }
        _ = try feed.subscribe(callers[1])
        withExtendedLifetime(first) {}
    }

    @Test func aListenerWhoseTokenIsRevokedHearsNothingThatHappensAfterwards() async throws {
        let made = try tokens.create("screen", .readOnly).token
        var listener = chunks(try feed.subscribe(Caller(made))).makeAsyncIterator()
        #expect(await next(&listener).contains("event: start"))
        try append(.now)
        feed.wake()
        #expect(await next(&listener).contains("id: 1\n"))
        // As another process does: nobody is woken.
        _ = try tokens.revoke(made.id)
        try append(.now)
        feed.wake()
        #expect(await listener.next() == nil)
    }

    @Test func aListenerWhoseTokenIsRevokedHearsNoSignOfLifeEither() async throws {
        let made = try tokens.create("screen", .readOnly).token
        var listener = chunks(try feed.subscribe(Caller(made))).makeAsyncIterator()
        _ = await next(&listener)
        _ = try tokens.revoke(made.id)
        world.advance(by: .seconds(15))
        #expect(await listener.next() == nil)
    }

    @Test func theTokensAreReadOnceForAllListeners() async throws {
        let counting = CountingStorage(memory)
        let shared = ListenerTokens(
            AccessTokens(storage: counting, environment: world.environment), feed: feed, environment: world.environment)
        let callers = try (0..<200).map { Caller(try tokens.create("screen-\($0)", .readOnly).token) }
        for caller in callers { #expect(try shared.admit(caller)) }
        #expect(counting.reads == 1)
        feed.wake()
        for caller in callers { #expect(try shared.admit(caller)) }
        #expect(counting.reads == 2)
        // What is shown at a terminal grows no journal.
        _ = try tokens.revoke(callers[7].id)
        world.advance(by: .seconds(1))
        #expect(try callers.filter { try !shared.admit($0) } == [callers[7]])
        #expect(counting.reads == 3)
        #expect(try shared.admit(.nobody))
    }

    @Test(.timeLimit(.minutes(1))) func noListenerHearsNothingForLongerThanFifteenSeconds() async throws {
        var listener = try listen().makeAsyncIterator()
        _ = await next(&listener)
        world.advance(by: .seconds(10))
        try append(.now)
        feed.wake()
        #expect(await next(&listener).contains("event: test.happened"))
        for seconds in [5, 15] {
            world.advance(by: .seconds(seconds))
            #expect(await next(&listener) == ":\n\n")
        }
        feed.close()
    }

    @Test func whatWasToldSurvivesAPowerCut() async throws {
        var listener = try listen().makeAsyncIterator()
        _ = await next(&listener)
        try append(.withNext)
        // Whatever wakes the listener now, the entry is not synced yet.
        feed.wake()
        #expect(await next(&listener).contains("event: test.happened"))
        memory.losePower()
        #expect(try memory.read { try $0.journalHead() }.sequence == 1)
    }

    @Test func theFirstEventNamesNoEntryThatAPowerCutUndoes() async throws {
        try append(.withNext)
        var listener = try listen().makeAsyncIterator()
        #expect(await next(&listener).contains("{\"sequence\":1}"))
        memory.losePower()
        #expect(try memory.read { try $0.journalHead() }.sequence == 1)
    }

    @Test func aDisplayThatChangesReadsNoJournal() async throws {
        let terminal = DeviceAddress(scheme: "test", path: "reader")
        let shown = StateStore<String, String>("first", environment: world.environment) { state, event in state = event
        }
        let subscription = try feed.subscribe(.nobody)
        let displays = DisplayWatch(
            [(terminal, shown.reading { ShownWords(words: $0) as any KnowsThePayment })], in: .en)
        world.run()
        var listener = chunks(subscription, displays).makeAsyncIterator()
        #expect(await next(&listener).contains("first"))
        let before = storage.reads
        shown.dispatch("second")
        world.advance(by: .milliseconds(50))
        #expect(await next(&listener).contains("second"))
        #expect(storage.reads == before)
    }

    @Test func aListenerHearsThatAPrinterPrintsWaitsForPaperAndRests() async throws {
        let printer = DeviceAddress(scheme: "test", path: "printer")
        let state = StateStore<String, String>("idle", environment: world.environment) { state, event in state = event }
        let prints = PrintWatch(
            [printer], state.reading { OnePrinter(does: $0) as any KnowsThePrinters }, in: .en, storage: storage)
        world.run()
        let watch = DisplayWatch([], in: .en)
        var listener = chunks(try feed.subscribe(.nobody), watch, prints).makeAsyncIterator()
        let first = await next(&listener)
        #expect(first.contains("event: start") && first.contains(#""state":"idle""#), "\(first)")
        for word in ["printing", "waiting", "printing", "idle"] {
            state.dispatch(word)
            world.run()
            let heard = await next(&listener)
            #expect(heard.hasPrefix("event: print\n") && heard.contains(#""state":"\#(word)""#), "\(heard)")
            #expect(heard.contains("printer.paperOut") == (word == "waiting"), "\(heard)")
            #expect(!heard.contains("id: "), "what is only shown has no id")
        }
        // A listener that comes back after a gap is told the whole again.
        state.dispatch("printing")
        world.run()
        var another = chunks(try feed.subscribe(.nobody), watch, prints).makeAsyncIterator()
        #expect(await next(&another).contains(#""state":"printing""#))
    }

    @Test func aListenerThatIsFarBehindIsToldEverything() async throws {
        for _ in 0..<250 { try append(.now) }
        var listener = try listen(after: 0).makeAsyncIterator()
        var heard = ""
        while !heard.contains("id: 250\n"), case let more = await next(&listener), !more.isEmpty { heard += more }
        #expect(heard.components(separatedBy: "event: test.happened").count == 251)
    }

    @Test func aListenerThatHasLeftIsToldNothingMoreAndLeavesItsPlace() async throws {
        var kept = try (1..<JournalFeed.mostListeners).map { _ in try feed.subscribe(.nobody) }
        var last: JournalFeed.Subscription? = try feed.subscribe(.nobody)
        var listener: EventChunks.AsyncIterator? = last.map { chunks($0) }?.makeAsyncIterator()
        #expect(await listener?.next() != nil)
        last?.end()
        #expect(await listener?.next() == nil)
        (listener, last) = (nil, nil)
        kept.append(try feed.subscribe(.nobody))
        #expect(throws: Failure.self) { try feed.subscribe(.nobody) }
    }

    /// Each change wakes every listener.
    @Test func whatTheTerminalShowsForAMomentOnlyIsNotTold() async throws {
        let terminal = DeviceAddress(scheme: "test", path: "reader")
        let shown = StateStore<String, String>("first", environment: world.environment) { state, event in state = event
        }
        let displays = DisplayWatch(
            [(terminal, shown.reading { ShownWords(words: $0) as any KnowsThePayment })], in: .en)
        world.run()
        var listener = chunks(try feed.subscribe(.nobody), displays).makeAsyncIterator()
        #expect(await next(&listener).contains("first"))
        for words in ["second", "third", "fourth"] {
            shown.dispatch(words)
            world.advance(by: .milliseconds(10))
        }
        world.advance(by: .milliseconds(50))
        let told = await next(&listener)
        #expect(told.contains("fourth") && !told.contains("third") && !told.contains("second"))
    }

    @Test func aFeedThatIsClosedEndsItsListenersAndThoseThatComeLater() async throws {
        var listener = try listen().makeAsyncIterator()
        _ = await next(&listener)
        try append(.now)
        feed.wake()
        feed.close()
        #expect(await next(&listener).contains("event: test.happened"), "what was there is told")
        #expect(await listener.next() == nil)
        var late = try listen().makeAsyncIterator()
        _ = await next(&late)
        #expect(await late.next() == nil)
    }

    @Test func aCallerHasOnlySoManyListenersUntilOneLeaves() throws {
        var kept = try (0..<JournalFeed.mostListeners).map { _ in try feed.subscribe(.nobody) }
        #expect(throws: Failure.self) { try feed.subscribe(.nobody) }
        kept.removeLast()
        _ = try feed.subscribe(.nobody)
    }
}

/// One printer, and what it does.
private struct OnePrinter: KnowsThePrinters {
    /// `idle`, `printing`, or `waiting` for paper.
    let does: String

    func standing(of printer: DeviceAddress) -> PrinterStanding? {
        let waits = does == "waiting" ? Failure.obstacle(PrinterStatus(paper: .out)) : nil
        return PrinterStanding(waitsFor: waits)
    }

    func isPrinting(on printer: DeviceAddress) -> Bool { does != "idle" }
}

/// Shows these words at a terminal.
private struct ShownWords: KnowsThePayment {
    let words: String

    func show(on screen: some PaymentScreen) { screen.showProgress(Sentence(stored: words)) }
}
