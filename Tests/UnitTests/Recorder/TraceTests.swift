import Flow
import Foundation
import Model
import Readers
import Testing

@testable import Recorder

@Suite struct TraceTests {
    private static let facts: [TraceRecord.Fact] = [
        Sample.opened(), Sample.opened(Sample.payment), .serving(Sample.payment), .serving(nil),
        Sample.piece(.till, .telegram(Sample.command, isMasked: false), at: 7),
        Sample.piece(.terminal, .telegram([0x80, 0x00, 0x00], isMasked: true), at: 7),
        Sample.piece(.terminal, .control(0x15), at: 7), Sample.piece(.terminal, .damaged(57), at: 7),
        Sample.piece(.terminal, .brokenOff(3), at: 7), Sample.piece(.terminal, .noise(4096), at: 7),
        .closed, .lost("unplugged"), .missing(12),
    ]

    @Test(arguments: facts) func aRecordIsReadAsItWasWritten(_ fact: TraceRecord.Fact) throws {
        let record = Sample.record(at: 7, fact)
        #expect(try Trace(decoding: TraceLine(record).encoded()).records == [record])
    }

    /// Half of all milliseconds become slightly smaller when they are read back as floating point.
    @Test func theTimeOfDayIsTheSameHoweverOftenItIsRead() throws {
        for millisecond in 0..<1000 {
            let wall = Date(timeIntervalSince1970: 1_795_316_932 + Double(millisecond) / 1000)
            let opened = TraceRecord.Fact.opened(
                .init(wall: wall, address: Sample.address, framing: .serial, payment: nil))
            let line = TraceLine(Sample.record(at: 0, opened)).encoded()
            let read = try #require(try Trace(decoding: line).records.first)
            #expect(TraceLine(read).encoded() == line, "\(millisecond)")
        }
    }

    @Test func theTimeAPieceTookIsKept() throws {
        let piece = LinePiece(
            .terminal, .telegram(Sample.progress, isMasked: false), began: Uptime(nanoseconds: 5),
            ended: Uptime(nanoseconds: 9))
        let record = TraceRecord("line-A", at: piece.ended, .passed(piece))
        #expect(try Trace(decoding: TraceLine(record).encoded()).records == [record])
    }

    @Test func aTraceIsReadAsItWasWritten() throws {
        #expect(try Trace(decoding: Sample.trace.encoded()) == Sample.trace)
    }

    @Test func aLineThatWasCutOffIsCountedAndTheRestIsRead() throws {
        let whole = Sample.trace.encoded()
        let trace = try Trace(decoding: Array(whole.dropLast(20)))
        #expect(trace.unreadable == 1)
        #expect(trace.records == Sample.trace.records.dropLast())
    }

    @Test func aFormatOfALaterReleaseIsRefused() throws {
        let line = String(decoding: TraceLine(Sample.record(at: 0, Sample.opened())).encoded(), as: UTF8.self)
        let later = line.replacing("\"v\":1", with: "\"v\":2")
        #expect { try Trace(decoding: Array(later.utf8)) } throws: { ($0 as? Failure)?.code == "trace.version" }
    }

    @Test(arguments: [
        "", "\n\n", "no trace", #"{"k":"opened"}"#, "\u{0}\u{1}", #"{"k":"noise","s":"a","t":1,"from":"x"}"#,
    ])
    func aFileWithoutARecordIsNoTrace(_ text: String) {
        #expect { try Trace(decoding: Array(text.utf8)) } throws: { ($0 as? Failure)?.code == "trace.none" }
    }

    @Test func numbersThatWouldTakeAllMemoryAreNotRead() throws {
        let line = #"{"k":"noise","s":"a","t":1,"from":"terminal","count":9000000000000000000}"#
        #expect { try Trace(decoding: Array(line.utf8)) } throws: { ($0 as? Failure)?.code == "trace.none" }
    }

    @Test(arguments: ["-1", "9223372036854775807", "7,\"took\":8", "7,\"took\":-1"])
    func timesThatNoClockHasAreNotRead(_ time: String) throws {
        let line = #"{"k":"noise","s":"a","from":"terminal","count":1,"t":"# + time + "}"
        #expect { try Trace(decoding: Array(line.utf8)) } throws: { ($0 as? Failure)?.code == "trace.none" }
    }

    @Test func aSessionWhoseBeginningIsGoneIsNamed() {
        #expect(Trace(nil, Array(Sample.trace.records.dropFirst())).beheaded == ["line-A"])
        #expect(Sample.trace.beheaded.isEmpty)
    }
}
