import Flow
import Foundation
import Model
import Storage
import StorageInMemory
import Synchronization
import Testing

@testable import Service

/// What many listeners share.
@Suite struct JournalTailTests {
    private let world = VirtualWorld(seed: 1)
    private let memory: MemoryStorage
    private let storage: CountingStorage
    private let feed: JournalFeed
    private let tail: JournalTail

    init() {
        memory = MemoryStorage(now: world.environment.now)
        storage = CountingStorage(memory)
        feed = JournalFeed(environment: world.environment)
        tail = JournalTail(storage: storage, feed: feed)
    }

    private func append(_ count: Int = 1, fact: String = "n") throws {
        for _ in 0..<count {
            try memory.writing(.now) { try $0.append(kind: "test.happened", payment: nil, encoding: ["word": fact]) }
        }
        feed.wake()
    }

    /// The numbers of the entries that a listener hears, in their order.
    private func numbers(in told: JournalTail.Told) -> [Int64] {
        String(decoding: told.bytes, as: UTF8.self).split(separator: "\n")
            .compactMap { $0.hasPrefix("id: ") ? Int64($0.dropFirst(4)) : nil }
    }

    /// All that a listener hears until it is no longer behind.
    private func all(after known: Int64, isWhole: Bool = false) throws -> [Int64] {
        var (heard, last) = ([Int64](), known)
        while true {
            let told = try tail.told(after: last, head: known, isWhole: isWhole)
            heard += numbers(in: told)
            last = told.last
            guard told.isBehind else { return heard }
        }
    }

    @Test func manyListenersReadTheJournalOnce() throws {
        try append(3)
        for number in 0..<200 {
            #expect(try all(after: 0, isWhole: number.isMultiple(of: 2)) == [1, 2, 3])
        }
        #expect(storage.reads == 1)
        try append()
        for _ in 0..<200 { #expect(try all(after: 3) == [4]) }
        #expect(storage.reads == 2)
        #expect(try all(after: 1) == [2, 3, 4], "one that resumes is told what it has missed")
        #expect(storage.reads == 2)
    }

    @Test func onlyAListenerThatMayReadTheJournalIsToldTheFacts() throws {
        try append(fact: "a fact")
        for isWhole in [true, false, true, false] {
            let told = try tail.told(after: 0, head: 0, isWhole: isWhole)
            #expect(String(decoding: told.bytes, as: UTF8.self).contains("a fact") == isWhole)
        }
    }

    @Test func whatIsKeptDoesNotGrowWithTime() throws {
        for _ in 0..<20 {
            try append(60)
            _ = try all(after: try memory.read { try $0.journalHead() }.sequence - 60)
            #expect(tail.count <= JournalTail.mostEntries)
        }
        #expect(tail.count == JournalTail.mostEntries)
        // Facts that are long take the place of more entries.
        let long = String(repeating: "x", count: 20_000)
        try append(20, fact: long)
        _ = try all(after: 1200)
        #expect(tail.count < 20)
    }

    @Test func aListenerThatIsFurtherBehindIsToldEverythingAndHoldsUpNobody() throws {
        try append(1000)
        _ = try all(after: 1000)
        #expect(try all(after: 0) == Array(1...1000))
        // It has not moved what is kept for those who are up to date.
        try append()
        let before = storage.reads
        #expect(try all(after: 1000) == [1001])
        #expect(storage.reads == before + 1)
        #expect(try all(after: 1000) == [1001])
        #expect(storage.reads == before + 1)
    }

    @Test func aListenerThatComesIsNotHeldUpByOneThatReadsTheOldest() throws {
        try append(1000)
        let first = try tail.told(after: 0, head: 1000, isWhole: false)
        #expect(numbers(in: first) == Array(1...100) && first.isBehind)
        #expect(try all(after: 1000).isEmpty)
        #expect(storage.reads == 2)
        #expect(try all(after: first.last) == Array(101...1000))
    }

    @Test func anEntryThatWokeNobodyIsToldToAListenerThatComes() throws {
        try append()
        #expect(try all(after: 0) == [1])
        try memory.writing(.withNext) { try $0.append(kind: "test.happened", payment: nil, encoding: ["n": 2]) }
        let told = try tail.told(after: 0, head: 2, isWhole: false)
        #expect(numbers(in: told) == [1, 2])
        #expect(!told.isBehind)
    }

    @Test func aDisplayIsRenderedOnceForAllItsListeners() throws {
        let device = DeviceAddress(scheme: "test", path: "reader")
        let rendered = Atomic(0)
        let latest = LatestEvents<String>(of: [device]) { _, shown in
            rendered.add(1, ordering: .relaxed)
            return Array(shown.utf8)
        }
        var versions = [Int](repeating: 0, count: 200)
        for word in ["first", "second", "second"] {
            latest.show([device: word])
            for index in versions.indices {
                let heard = String(decoding: latest.events(after: &versions[index]), as: UTF8.self)
                #expect(heard == word || (heard.isEmpty && rendered.load(ordering: .relaxed) == 2))
            }
        }
        #expect(rendered.load(ordering: .relaxed) == 2)
        var another = 0
        #expect(String(decoding: latest.events(after: &another), as: UTF8.self) == "second")
    }

    @Test func aListenerIsWokenByADisplayUntilItLeaves() async throws {
        let device = DeviceAddress(scheme: "test", path: "reader")
        let latest = LatestEvents<String>(of: [device]) { _, shown in Array(shown.utf8) }
        var subscription: JournalFeed.Subscription? = try feed.subscribe(.nobody)
        if let subscription { latest.wake(subscription) }
        latest.show([device: "first"])
        var wakes = subscription?.wakes.makeAsyncIterator()
        #expect(await wakes?.next() != nil)
        weak let left = subscription
        subscription = nil
        #expect(left == nil)
        latest.show([device: "second"])
    }

    @Test func aMillionListenersThatLeaveLeaveNothingBehind() throws {
        let device = DeviceAddress(scheme: "test", path: "reader")
        let latest = LatestEvents<Int>(of: [device]) { _, shown in Array("\(shown)".utf8) }
        let stays = try feed.subscribe(.nobody)
        latest.wake(stays)
        var version = 0
        for round in 0..<1_000_000 {
            latest.wake(try feed.subscribe(.nobody))
            if round.isMultiple(of: 1_000) { latest.show([device: round]) }
            if latest.count > 3 { Issue.record("\(latest.count) are remembered in round \(round)") }
        }
        #expect(String(decoding: latest.events(after: &version), as: UTF8.self) == "999000")
        withExtendedLifetime(stays) {}
    }

    @Test func aMillionListenersThatResumeAnywhereKeepNoMore() throws {
        try append(300)
        _ = try all(after: 250)
        for round in 0..<Int64(1_000_000) {
            // Mostly just behind the end, where the work is small; now and then anywhere.
            let known = round.isMultiple(of: 1_000) ? round / 1_000 % 301 : 299 + round % 2
            let told = try tail.told(after: known, head: 300, isWhole: known.isMultiple(of: 2))
            if told.last < known || tail.count > JournalTail.mostEntries {
                Issue.record("after \(known): \(told.last)")
            }
        }
    }

    @Test func whatListenersShareGoesWithTheLastOfThem() {
        let shared = SharedObjects<String, Held>()
        var first: Held? = shared.object("en") { Held() }
        #expect(shared.object("en") { Held() } === first)
        #expect(shared.object("de") { Held() } !== first)
        weak let gone = first
        first = nil
        #expect(gone == nil)
        _ = shared.object("en") { Held() }
    }

    private final class Held: Sendable {}
}
