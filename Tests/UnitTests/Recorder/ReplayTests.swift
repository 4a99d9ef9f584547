import Flow
import Foundation
import Model
import Testing

@testable import Readers
@testable import Recorder

/// A replay and its till, in virtual time.
private struct Stage {
    var replay: Replay
    var now = Uptime(nanoseconds: 0)
    var written: [UInt8] = []
    var others: [Replay.Step] = []

    init(_ trace: Trace, isFast: Bool = true) throws {
        replay = try Replay(trace, isFast: isFast, from: Sample.moment)
        take(replay.attached(at: now))
    }

    mutating func connects() { take(replay.attached(at: now)) }
    mutating func says(_ bytes: [UInt8]) { take(replay.received(bytes, at: now)) }

    mutating func pass(_ span: Duration) {
        let end = now + span
        while let deadline = replay.deadline, deadline <= end {
            now = max(now, deadline)
            take(replay.proceed(at: now))
        }
        now = end
    }

    mutating func takeWritten() -> [UInt8] {
        defer { written = [] }
        return written
    }

    private mutating func take(_ steps: [Replay.Step]) {
        for step in steps {
            if case .write(let bytes) = step { written += bytes } else { others.append(step) }
        }
    }
}

@Suite struct ReplayTests {
    @Test func theTerminalAnswersAsItDid() throws {
        var stage = try Stage(Sample.trace)
        #expect(stage.takeWritten() == [])
        stage.says(Sample.command)
        #expect(stage.takeWritten() == Sample.ack + Sample.positive)
        stage.says(Sample.ack)
        #expect(stage.takeWritten() == Sample.progress)
        stage.says(Sample.ack + Sample.positive)
        #expect(stage.takeWritten() == Sample.ack + Sample.completion)
        stage.says(Sample.ack + Sample.positive)
        #expect(stage.takeWritten() == Sample.ack)
        stage.pass(Replay.epilogue)
        #expect(stage.others == [.played])
    }

    @Test func itPausesAsTheTerminalDid() throws {
        var stage = try Stage(Sample.trace, isFast: false)
        stage.says(Sample.command)
        #expect(stage.takeWritten() == [])
        stage.pass(.milliseconds(100))
        #expect(stage.takeWritten() == Sample.ack)
        stage.pass(.milliseconds(99))
        #expect(stage.takeWritten() == [])
        stage.pass(.milliseconds(1))
        #expect(stage.takeWritten() == Sample.positive)
    }

    @Test func aTillThatSaysSomethingElseIsToldWhere() throws {
        var stage = try Stage(Sample.trace)
        var other = Sample.command
        other[9] = 0x12
        stage.says(SerialBlock.encode([0x06, 0x01, 0x07, 0x04, 0x00, 0x00, 0x00, 0x00, 0x12, 0x50]))
        guard case .diverged(let divergence)? = stage.others.first else {
            Issue.record("\(stage.others)")
            return
        }
        #expect(divergence.record == 2)
        #expect(divergence.offset == 10)
        #expect("\(divergence.sentence)".contains("At record 2 of the trace, byte 10"))
        stage.says(Sample.command)
        #expect(stage.takeWritten() == [] && stage.others.count == 1)
    }

    @Test func aTillThatSaysMoreHasDiverged() throws {
        var stage = try Stage(Sample.trace)
        for said in [Sample.command, Sample.ack, Sample.ack + Sample.positive, Sample.ack + Sample.positive] {
            stage.says(said)
        }
        #expect(stage.others == [])
        stage.says(Sample.command)
        guard case .diverged(let divergence)? = stage.others.first else {
            Issue.record("\(stage.others)")
            return
        }
        #expect(divergence.record == nil)
    }

    @Test func aTillThatSaysLessIsWaitedFor() throws {
        var stage = try Stage(Sample.trace)
        stage.says(Sample.command)
        stage.pass(.seconds(3600))
        #expect(stage.others == [] && stage.replay.deadline == nil)
        #expect(stage.replay.remaining == 5)
    }

    /// Otherwise a trace could not be replayed on another day.
    @Test func theTimeOfDayMayDiffer() throws {
        func clock(_ minute: UInt8) -> [UInt8] {
            SerialBlock.encode([0x06, 0x91, 0x06, 0x26, 0x11, 0x21, 0x10, minute, 0x00])
        }
        let said = Sample.piece(.till, .telegram(clock(0x05), isMasked: false))
        var stage = try Stage(Trace(nil, [Sample.record(at: 0, said)]))
        stage.says(clock(0x06))
        stage.pass(Replay.epilogue)
        #expect(stage.others == [.played])
    }

    @Test func aSecretMayDiffer() throws {
        func register(_ password: UInt8) -> [UInt8] {
            SerialBlock.encode([0x06, 0x00, 0x04, password, 0x34, 0x56, 0xBE])
        }
        var tap = LineTap(.serial)
        let pieces = tap.passed(register(0x12), from: .till, at: Uptime(nanoseconds: 0))
        var stage = try Stage(Trace(nil, pieces.map { Sample.record(at: 0, .passed($0)) }))
        stage.says(register(0x99))
        stage.pass(Replay.epilogue)
        #expect(stage.others == [.played])
    }

    @Test func aLineThatWasLostIsCutAndComesBack() throws {
        let records = [
            Sample.record(at: 0, Sample.opened()), Sample.record(at: 100, .lost("unplugged")),
            Sample.record("line-B", at: 3_100, Sample.opened()),
            Sample.record(
                "line-B", at: 3_200, Sample.piece(.terminal, .telegram(Sample.progress, isMasked: false), at: 3_200)),
        ]
        var stage = try Stage(Trace(nil, records), isFast: false)
        stage.pass(.milliseconds(200))
        #expect(stage.others == [.unplug(backAfter: .seconds(3))])
        #expect(stage.takeWritten() == [])
    }

    /// A terminal on the network that closes its idle connection and asks for something at once on the next one.
    private static let network: Trace = {
        let opening = TraceRecord.Opening(
            wall: Sample.wall, address: Sample.address, framing: .stream, payment: nil)
        func said(_ speaker: LinePiece.Speaker, _ telegram: [UInt8], _ at: Int64) -> TraceRecord.Fact {
            Sample.piece(speaker, .telegram(telegram, isMasked: false), at: at)
        }
        return Trace(
            nil,
            [
                Sample.record(at: 0, .opened(opening)), Sample.record(at: 1, said(.till, [0x05, 0x01, 0x00], 1)),
                Sample.record(at: 2, said(.terminal, [0x80, 0x00, 0x00], 2)),
                Sample.record(at: 1_002, .lost("reader.closed")), Sample.record("line-B", at: 9_000, .opened(opening)),
                Sample.record("line-B", at: 9_001, said(.terminal, [0x04, 0xFF, 0x01, 0x0A], 9_001)),
                Sample.record("line-B", at: 9_002, said(.till, [0x80, 0x00, 0x00], 9_002)),
            ])
    }()

    @Test func whatIsSaidOnAConnectionWaitsForIt() throws {
        var stage = try Stage(Self.network)
        stage.says([0x05, 0x01, 0x00])
        #expect(stage.takeWritten() == [0x80, 0x00, 0x00])
        stage.pass(.seconds(60))
        #expect(stage.others == [.unplug(backAfter: Replay.shortestCut)])
        #expect(stage.takeWritten() == [])
        stage.connects()
        #expect(stage.takeWritten() == [0x04, 0xFF, 0x01, 0x0A])
        stage.says([0x80, 0x00, 0x00])
        stage.pass(Replay.epilogue)
        #expect(stage.others.last == .played)
    }

    /// The till sends its next request before the idle connection is closed, so the connection stays.
    @Test func aTillThatIsQuickerThanACutIsNotCutOff() throws {
        let records = Self.network.records.filter { $0.at != Uptime(nanoseconds: 9_001_000_000) }
        var stage = try Stage(Trace(nil, records))
        stage.says([0x05, 0x01, 0x00])
        stage.says([0x80, 0x00, 0x00])
        stage.pass(Replay.epilogue)
        #expect(stage.others == [.played])
    }

    @Test func aLineThatWasLostForGoodStaysAway() throws {
        let records = Array(Sample.trace.records.prefix(3)) + [Sample.record(at: 300, .lost("unplugged"))]
        var stage = try Stage(Trace(nil, records))
        stage.says(Sample.command)
        stage.pass(.milliseconds(200))
        #expect(stage.others == [.unplug(backAfter: nil)])
    }

    /// Recorded at 10:15 in summer time; replayed at the same time of day, ten days later, in winter time.
    @Test func theTerminalsClockHasGoneOn() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let then = Date(timeIntervalSince1970: 1_792_829_700)  // 24 October 2026, 10:15 in Berlin.
        func status(_ time: [UInt8]) -> [UInt8] { SerialBlock.encode([0x04, 0x0F, 0x09, 0x27, 0x00] + time) }
        let said = status([0x0C, 0x10, 0x15, 0x30, 0x0D, 0x10, 0x24])
        let opening = TraceRecord.Opening(wall: then, address: Sample.address, framing: .serial, payment: nil)
        let trace = Trace(
            nil,
            [
                Sample.record(at: 0, .opened(opening)),
                Sample.record(at: 0, Sample.piece(.terminal, .telegram(said, isMasked: false))),
            ])
        let moment = Replay.Moment(Uptime(nanoseconds: 0), wall: then + 10 * 86_400 + 3_600, zone: berlin)
        var replay = try Replay(trace, isFast: true, from: moment)
        let steps = replay.attached(at: Uptime(nanoseconds: 0))
        #expect(steps == [.write(status([0x0C, 0x10, 0x15, 0x30, 0x0D, 0x11, 0x03]))])
    }

    @Test(arguments: [
        (TransactionTimestamp(month: 12, day: 31, hour: 23, minute: 59, second: 59), 2.0, "1 1 0 0 1"),
        (TransactionTimestamp(month: 1, day: 1, hour: 0, minute: 0, second: 0), -1.0, "12 31 23 59 59"),
        (TransactionTimestamp(month: 2, day: 28, hour: 23, minute: 0, second: 0), 7_200.0, "2 29 1 0 0"),
    ])
    func aYearIsTheNearestOne(_ told: TransactionTimestamp, _ later: Double, _ moved: String) throws {
        let then = Date(timeIntervalSince1970: told.month == 2 ? 1_835_400_000 : 1_830_297_599)
        let gone = try #require(told.moved(from: then, to: then + later, in: .gmt))
        #expect("\(gone.month) \(gone.day) \(gone.hour) \(gone.minute) \(gone.second ?? 0)" == moved)
    }

    @Test func whatIsNoTimeIsLeftAlone() {
        let told = TransactionTimestamp(month: 13, day: 1, hour: 0, minute: 0, second: 0)
        #expect(told.moved(from: Sample.wall, to: Sample.wall + 1, in: .gmt) == nil)
    }

    @Test func aTraceInWhichNobodySpeaksCannotBePlayed() {
        let silent = Trace(nil, [Sample.record(at: 0, Sample.opened()), Sample.record(at: 1, .closed)])
        #expect { try Replay(silent, isFast: true, from: Sample.moment) } throws: {
            ($0 as? Failure)?.code == "trace.none"
        }
    }
}
