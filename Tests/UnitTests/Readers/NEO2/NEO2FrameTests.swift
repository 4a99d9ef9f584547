import Flow
import Testing

@testable import Readers

/// The frames of NEO 2 IDG p. 39-42, and the worked examples of p. 139.
@Suite struct NEO2FrameTests {
    static let header = "5669564F746563683200"

    @Test(arguments: [
        (NEO2Command.ping, header + "18010000B3CD"), (NEO2Command(0x03, 0x02), header + "030200005B91"),
    ])
    func aCommandIsAsTheManualHasIt(_ command: NEO2Command, _ hex: String) throws {
        #expect(command.frame.hex == hex)
        #expect(NEO2Command(frame: command.frame) == command)
    }

    @Test func anAnswerHasItsChecksumTheOtherWayRound() {
        let pong = NEO2Response(0x18, .ok)
        #expect(pong.frame.hex == Self.header + "18000000FA83")
        #expect(NEO2Response(frame: pong.frame) == pong)
        #expect(NEO2Response(frame: NEO2Command.ping.frame) == nil)
    }

    @Test(arguments: [1, 2, 3, 7, 64, 1000]) func framesAreFoundHoweverTheyAreCut(_ size: Int) {
        let answers = [
            NEO2Response(0x18, .ok), NEO2Response(0x02, .onlineAuthorisation, Array(repeating: 7, count: 900)),
        ]
        let stream = [0x56, 0x69, 0x00] + answers[0].frame + [0xFF] + answers[1].frame + Array("ViVOte".utf8)
        var receiver = NEO2Receiver()
        var events: [NEO2Receiver.Event] = []
        for start in stride(from: 0, to: stream.count, by: size) {
            events += receiver.receive(Array(stream[start..<min(start + size, stream.count)]))
        }
        #expect(events == answers.map { .frame($0.frame) })
    }

    @Test func aFrameThatWasCutOffTakesNotTheNextOneWithIt() {
        let answer = NEO2Response(0x02, .ok, Array(repeating: 9, count: 40)).frame
        var receiver = NEO2Receiver()
        #expect(receiver.receive(Array(answer.prefix(30))) == [])
        #expect(receiver.isInside)
        #expect(receiver.receive(answer + answer) == [.damaged, .frame(answer), .frame(answer)])
    }

    @Test func aFlippedBitIsNoticed() {
        let answer = NEO2Response(0x02, .ok, [1, 2, 3]).frame
        for bit in 0..<answer.count * 8 where bit / 8 >= 14 || bit / 8 == 10 || bit / 8 == 11 {
            var damaged = answer
            damaged[bit / 8] ^= 1 << (bit % 8)
            var receiver = NEO2Receiver()
            #expect(receiver.receive(damaged) == [.damaged], "bit \(bit)")
        }
    }

    @Test func aLengthThatNoFrameHasIsNotWaitedFor() {
        let impossible = NEO2Frame.header + [0x02, 0x00, 0xFF, 0xFF]
        var receiver = NEO2Receiver()
        #expect(
            receiver.receive(impossible + NEO2Response(0x18, .ok).frame).last == .frame(NEO2Response(0x18, .ok).frame))
    }
}

/// The USB reports of NEO 2 IDG p. 42.
@Suite struct NEO2ReportTests {
    private static let short = NEO2Response(0x18, .ok).frame
    private static let long = NEO2Response(0x02, .ok, Array(0..<200)).frame

    @Test func aShortFrameIsOneReport() {
        let reports = NEO2Reports.encode(Self.short)
        #expect(reports.map(\.count) == [64])
        #expect(reports[0][0] == 1)
        #expect(reports[0].dropFirst(1 + Self.short.count).allSatisfy { $0 == 0 })
    }

    @Test func aLongFrameHasAFirstMiddlesAndALast() {
        #expect(NEO2Reports.encode(Self.long).map { $0[0] } == [2, 3, 3, 4])
        #expect(
            NEO2Reports.encode(NEO2Response(0x02, .ok, Array(repeating: 1, count: 63 - 16)).frame).map { $0[0] } == [1])
        #expect(
            NEO2Reports.encode(NEO2Response(0x02, .ok, Array(repeating: 1, count: 64 - 16)).frame).map { $0[0] } == [
                2, 4,
            ])
    }

    @Test(arguments: [1, 5, 63, 64, 65, 300]) func framesComeOutOfReportsHoweverTheyAreCut(_ size: Int) {
        let stream = (NEO2Reports.encode(Self.long) + NEO2Reports.encode(Self.short)).flatMap { $0 }
        #expect(frames(in: stream, cut: size) == [Self.long, Self.short])
    }

    @Test func partsWithoutABeginningAndUnknownReportsArePassedOver() {
        let parts = NEO2Reports.encode(Self.long)
        let unknown = [UInt8](repeating: 9, count: 64)
        #expect(frames(in: parts.dropFirst().joined() + unknown + Array(parts.joined()), cut: 64) == [Self.long])
    }

    @Test func aNewBeginningEndsWhatWasNotWhole() {
        let parts = NEO2Reports.encode(Self.long)
        #expect(frames(in: parts.prefix(2).joined() + Array(parts.joined()), cut: 64) == [Self.long])
    }

    private func frames(in stream: some Sequence<UInt8>, cut size: Int) -> [[UInt8]] {
        let stream = Array(stream)
        var reports = NEO2Reports()
        var receiver = NEO2Receiver()
        var frames: [[UInt8]] = []
        for start in stride(from: 0, to: stream.count, by: size) {
            for piece in reports.receive(Array(stream[start..<min(start + size, stream.count)])) {
                if piece.begins { receiver.reset() }
                for case .frame(let frame) in receiver.receive(piece.bytes) { frames.append(frame) }
            }
        }
        return frames
    }
}
