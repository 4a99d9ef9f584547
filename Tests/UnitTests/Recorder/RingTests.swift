import Flow
import Foundation
import Glibc
import Testing

@testable import Recorder

@Suite struct RingPlanTests {
    private let plan = RingPlan(bytes: 800)

    @Test func aRingBeginsWithItsFirstSegment() { #expect(plan.segment(newest: nil, bytes: 0) == 1) }

    @Test func aSegmentIsWrittenToUntilItIsFull() {
        #expect(plan.segment(newest: 7, bytes: 99) == 7)
        #expect(plan.segment(newest: 7, bytes: 100) == 8)
    }

    @Test func theOldestGoFirst() {
        #expect(RingPlan.surplus(Set(3...10)) == [])
        #expect(RingPlan.surplus(Set(3...12)) == [3, 4])
    }

    @Test func segmentsAreKnownByTheirNames() {
        for number in [1, 42, 99_999_999, 123_456_789] { #expect(RingPlan.number(RingPlan.name(number)) == number) }
    }

    @Test(arguments: [
        "trace-.jsonl", "trace-1.jsonl", "trace-00000000.jsonl", "trace--0000001.jsonl", "trace-00000001.json",
        "trace-9223372036854775807.jsonl", "trace-99999999999999999999.jsonl", "till.sqlite",
    ])
    func otherFilesAreLeftAlone(_ name: String) { #expect(RingPlan.number(name) == nil) }
}

@Suite struct TraceRingTests {
    private let directory: TemporaryDirectory
    private let plan = RingPlan(bytes: 800)

    init() throws { directory = try TemporaryDirectory() }

    private func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

    @Test func onlyItsOwnerMayReadIt() throws {
        try TraceRing(directory: directory.ring, plan: plan).append(line("a"))
        #expect(try directory.permissions("/recorder") == 0o700)
        #expect(try directory.permissions("/recorder/trace-00000001.jsonl") == 0o600)
    }

    @Test func itNeverHasMoreThanItsRoomAndOneRecord() throws {
        let ring = TraceRing(directory: directory.ring, plan: plan)
        for number in 0..<200 { try ring.append(line("record \(number) of some length")) }
        let segments = try directory.segments()
        #expect(segments.count == RingPlan.segments)
        #expect(segments.allSatisfy { $0.count < 100 + 40 })
        #expect(String(decoding: segments[7], as: UTF8.self).hasSuffix("record 199 of some length\n"))
    }

    @Test func aNewLifeGoesOnWhereTheFormerEnded() throws {
        try TraceRing(directory: directory.ring, plan: plan).append(line("one"))
        try TraceRing(directory: directory.ring, plan: plan).append(line("two"))
        #expect(try directory.segments() == [Data("one\ntwo\n".utf8)])
    }

    @Test func whatAKilledWriterLeftUnendedIsEnded() throws {
        try TraceRing(directory: directory.ring, plan: plan).append(Array("torn".utf8))
        try TraceRing(directory: directory.ring, plan: plan).append(line("whole"))
        #expect(try directory.segments() == [Data("torn\nwhole\n".utf8)])
    }

    @Test func twoWritersShareARing() throws {
        let rings = (0..<2).map { _ in TraceRing(directory: directory.ring, plan: plan) }
        for number in 0..<100 { try rings[number % 2].append(line("record \(number) of some length")) }
        let text = try directory.segments().map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(text.hasSuffix("record 98 of some length\nrecord 99 of some length\n"))
        #expect(try directory.segments().count == RingPlan.segments)
    }

    @Test func aSegmentThatIsTakenAwayIsMadeAnew() throws {
        let ring = TraceRing(directory: directory.ring, plan: plan)
        try ring.append(line("gone"))
        try FileManager.default.removeItem(atPath: directory.ring + "/trace-00000001.jsonl")
        try ring.append(line("there"))
        #expect(try directory.segments() == [Data("there\n".utf8)])
    }

    @Test func aPlaceThatTakesNothingIsRefusedAndTriedAgain() throws {
        try Data().write(to: URL(fileURLWithPath: directory.ring))
        let ring = TraceRing(directory: directory.ring, plan: plan)
        #expect(throws: TraceRing.Refusal.self) { try ring.append(line("a")) }
        try FileManager.default.removeItem(atPath: directory.ring)
        try ring.append(line("b"))
        #expect(try directory.segments() == [Data("b\n".utf8)])
    }

    /// Following the link would write our bytes to a place of someone else's choice.
    @Test func aLinkInTheRingIsNotFollowed() throws {
        mkdir(directory.ring, 0o700)
        symlink(directory.path + "/elsewhere", directory.ring + "/trace-00000001.jsonl")
        let ring = TraceRing(directory: directory.ring, plan: plan)
        #expect(throws: TraceRing.Refusal.self) { try ring.append(line("a")) }
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/elsewhere"))
    }
}

@Suite struct TraceBufferTests {
    private func telegram(_ count: Int) -> TraceRecord {
        Sample.record(at: 1, Sample.piece(.till, .telegram(Array(repeating: 0, count: count), isMasked: false)))
    }

    @Test func onlyTheFirstRecordWakesTheWriter() {
        var buffer = TraceBuffer()
        let woken = (0..<3).map { _ in buffer.add(telegram(1)) }
        #expect(woken == [true, false, false])
        let taken = buffer.take()
        let isWokenAgain = buffer.add(telegram(1))
        #expect(taken.count == 3 && isWokenAgain)
    }

    @Test func whatFindsNoRoomIsMissingAndSaidSo() {
        var buffer = TraceBuffer()
        for _ in 0..<TraceBuffer.mostRecords + 7 { _ = buffer.add(telegram(1)) }
        let taken = buffer.take()
        #expect(taken.count == TraceBuffer.mostRecords + 1)
        #expect(taken.last == Sample.record(at: 1, .missing(7)))
        let rest = buffer.take()
        #expect(rest == [])
    }

    @Test func fewLongTelegramsFillItToo() {
        var buffer = TraceBuffer()
        for _ in 0..<20 { _ = buffer.add(telegram(65_540)) }
        let taken = buffer.take()
        #expect(taken.last == Sample.record(at: 1, .missing(20 - TraceBuffer.mostBytes / 65_540)))
    }

    @Test func whatIsMissingTwiceIsCountedOnce() {
        var buffer = TraceBuffer()
        buffer.lose([telegram(1), Sample.record(at: 1, .missing(4))])
        let taken = buffer.take()
        #expect(taken == [Sample.record(at: 1, .missing(5))])
    }
}
