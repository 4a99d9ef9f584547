import Flow
import Foundation
import Model
import Readers
import Testing

@testable import Recorder

@Suite struct FlightRecorderTests {
    private let directory: TemporaryDirectory
    private let world = VirtualWorld()

    init() throws { directory = try TemporaryDirectory() }

    private func recorder() -> FlightRecorder {
        FlightRecorder(directory: directory.ring, plan: RingPlan(bytes: 1 << 20), environment: world.environment)
    }

    private func facts() throws -> [TraceRecord.Fact] { try directory.records().map(\.fact) }

    @Test func whatPassesOnALineIsKeptWithItsBeginningAndItsEnd() throws {
        let (recorder, line) = (recorder(), TestLine())
        let recorded = recorder.recording(line, to: Sample.address, .serial)
        try recorded.open(TestLineHandler())
        line.says(Sample.progress)
        recorded.close()
        world.run()
        let facts = try facts()
        #expect(facts.count == 4)
        guard case .opened(let opening)? = facts.first, case .passed(let progress) = facts[1],
            case .passed(let answer) = facts[2]
        else {
            Issue.record("\(facts)")
            return
        }
        #expect(opening.address == Sample.address && opening.payment == nil)
        #expect(progress.content == .telegram(Sample.progress, isMasked: false))
        #expect(answer.speaker == .till && answer.content == .control(0x06))
        #expect(facts.last == .closed)
    }

    @Test func aLineThatIsLostSaysWhy() throws {
        let (recorder, line) = (recorder(), TestLine())
        let recorded = recorder.recording(line, to: Sample.address, .serial)
        try recorded.open(TestLineHandler())
        line.breaks()
        recorded.close()
        world.run()
        #expect(try facts().dropFirst() == [.lost("unplugged")])
    }

    @Test func thePaymentALineServesIsKept() throws {
        let (recorder, line) = (recorder(), TestLine())
        let recorded = recorder.recording(line, to: Sample.address, .serial)
        try recorded.open(TestLineHandler())
        recorder.serves(Sample.payment, at: Sample.address)
        line.says(Sample.progress)
        recorded.close()
        recorder.serves(nil, at: Sample.address)
        world.run()
        #expect(try facts().filter { $0 == .serving(Sample.payment) }.count == 1)
        let trace = try TraceRing.trace(of: Sample.heading, in: directory.ring)
        #expect(try trace.records == directory.records())
    }

    @Test func aLineThatIsOpenedForAPaymentIsItsFromTheBeginning() throws {
        let recorder = recorder()
        recorder.serves(Sample.payment, at: Sample.address)
        let recorded = recorder.recording(TestLine(), to: Sample.address, .serial)
        try recorded.open(TestLineHandler())
        world.run()
        #expect(try TraceRing.trace(of: Sample.heading, in: directory.ring).records.count == 1)
    }

    @Test func otherPaymentsAreNotInATrace() throws {
        let recorder = recorder()
        for payment in ["pay-OTHER00001", Sample.payment.rawValue, "pay-OTHER00002"] {
            recorder.serves(PaymentID(rawValue: payment), at: Sample.address)
            let recorded = recorder.recording(TestLine(), to: Sample.address, .serial)
            try recorded.open(TestLineHandler())
            recorded.close()
        }
        world.run()
        let trace = try TraceRing.trace(of: Sample.heading, in: directory.ring)
        #expect(trace.records.count == 2)
        #expect(trace.sessions.count == 1)
    }

    @Test func aPlaceThatTakesNothingHoldsNobodyUpAndTheGapIsSaid() throws {
        try Data().write(to: URL(fileURLWithPath: directory.ring))
        let (recorder, line) = (recorder(), TestLine())
        let recorded = recorder.recording(line, to: Sample.address, .serial)
        try recorded.open(TestLineHandler())
        line.says(Sample.progress)
        world.run()
        try FileManager.default.removeItem(atPath: directory.ring)
        recorded.close()
        world.run()
        #expect(try facts() == [.closed, .missing(3)])
    }

    /// The process ends before the recorder's lane has run.
    @Test func whatWaitsIsKeptWhenTheRecorderGoes() throws {
        var recorder: FlightRecorder? = recorder()
        let recorded = recorder?.recording(TestLine(), to: Sample.address, .serial)
        try recorded?.open(TestLineHandler())
        recorded?.close()
        #expect(TraceRing.segments(in: directory.ring) == [])
        recorder = nil
        withExtendedLifetime(recorded) {}
    }
}
