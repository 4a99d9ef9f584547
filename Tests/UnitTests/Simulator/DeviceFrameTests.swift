import Flow
import Readers
import Testing

@testable import Simulator

/// The frames of a NEO 2 reader are implemented twice, once for each end of the line. Both are compared with the worked
/// examples of the maker's document (NEO 2 IDG p. 139 and 140), and then with each other.
@Suite struct DeviceFrameTests {
    private static let preamble: [UInt8] = [0x56, 0x69, 0x56, 0x4F, 0x74, 0x65, 0x63, 0x68, 0x32, 0x00]
    private static let ping = preamble + [0x18, 0x01, 0x00, 0x00, 0xB3, 0xCD]
    private static let pingAnswered = preamble + [0x18, 0x00, 0x00, 0x00, 0xFA, 0x83]
    private static let getConfiguration = preamble + [0x03, 0x02, 0x00, 0x00, 0x5B, 0x91]

    @Test func bothEndsHaveThePingOfTheDocument() {
        #expect(NEO2Command.ping.frame == Self.ping)
        var device = DeviceCommandParser()
        #expect(device.take(Self.ping) == [DeviceCommand(command: 0x18, subcommand: 0x01, data: [])])
    }

    @Test func bothEndsHaveTheCommandThatAsksForTheConfiguration() {
        #expect(NEO2Command(0x03, 0x02).frame == Self.getConfiguration)
        var device = DeviceCommandParser()
        #expect(device.take(Self.getConfiguration) == [DeviceCommand(command: 0x03, subcommand: 0x02, data: [])])
    }

    @Test func bothEndsHaveTheAnswerToAPing() {
        #expect(DeviceAnswer(0x18, .ok).frame == Self.pingAnswered)
        #expect(NEO2Response(frame: Self.pingAnswered) == NEO2Response(0x18, .ok))
    }

    /// The checksum of a command has its low byte first, that of an answer its high byte.
    @Test func aCommandWithTheChecksumOfAnAnswerIsNone() {
        let turned = Self.ping.dropLast(2) + [0xCD, 0xB3]
        var device = DeviceCommandParser()
        #expect(device.take(Array(turned)).isEmpty)
        #expect(NEO2Response(frame: Array(Self.pingAnswered.dropLast(2)) + [0x83, 0xFA]) == nil)
    }

    @Test(arguments: [0, 1, 46, 47, 48, 63, 109, 110, 200, 900, 1484])
    func whatOneEndWritesTheOtherReads(_ length: Int) {
        let data = (0..<length).map { UInt8($0 * 7 & 0xFF) }
        let command = NEO2Command(0x02, 0x40, data)
        let heard = DeviceCommand(command: 0x02, subcommand: 0x40, data: data)
        var device = DeviceCommandParser()
        #expect(device.take(command.frame) == [heard])
        var reports = DeviceReportParser()
        #expect(reports.take(NEO2Reports.encode(command.frame).flatMap { $0 }) == [heard])

        let answer = DeviceAnswer(0x02, .onlineAuthorisationRequested, data).frame
        #expect(NEO2Response(frame: answer) == NEO2Response(0x02, .onlineAuthorisation, data))
        #expect(tillReads(DeviceReport.reports(of: answer)) == [answer])
    }

    @Test(arguments: [1, 2, 3, 13, 64]) func commandsAreFoundHoweverTheyAreCut(_ size: Int) {
        let noise = Array("ViVOtech1ViVO".utf8)
        let stream = noise + Self.ping + [0xFF, 0x56] + NEO2Command(0x01, 0x01, [1]).frame + Self.preamble.prefix(4)
        var device = DeviceCommandParser()
        var commands: [DeviceCommand] = []
        for start in stride(from: 0, to: stream.count, by: size) {
            commands += device.take(Array(stream[start..<min(start + size, stream.count)]))
        }
        #expect(commands.map(\.command) == [0x18, 0x01])
    }

    @Test func aCommandThatWasCutOffTakesNotTheNextOneWithIt() {
        var device = DeviceCommandParser()
        #expect(device.take(Array(Self.ping.prefix(12))).isEmpty)
        #expect(device.take(Self.ping + Self.ping).count == 2)
    }

    /// NEO 2 IDG p. 42: report id 1 carries a whole frame, 2 the first part, 3 a middle part, 4 the last part.
    @Test func theReportsHaveTheIdsOfTheDocument() {
        func ids(_ length: Int) -> [UInt8] {
            let bytes = DeviceReport.reports(of: [UInt8](repeating: 0xAA, count: length))
            #expect(bytes.count % 64 == 0)
            return stride(from: 0, to: bytes.count, by: 64).map { bytes[$0] }
        }
        #expect(ids(63) == [1])
        #expect(ids(64) == [2, 4])
        #expect(ids(126) == [2, 4])
        #expect(ids(127) == [2, 3, 4])
    }

    @Test func partsWithoutABeginningAndUnknownReportsAreIgnored() {
        let parts = NEO2Reports.encode(NEO2Command(0x02, 0x40, [UInt8](repeating: 3, count: 150)).frame)
        #expect(parts.map { $0[0] } == [2, 3, 4])
        var reports = DeviceReportParser()
        #expect(reports.take(parts[1] + parts[2]).isEmpty)
        #expect(reports.take([UInt8](repeating: 9, count: 64)).isEmpty)
        #expect(reports.take(parts[0] + parts[1] + NEO2Reports.encode(Self.ping)[0]).map(\.command) == [0x18])
        #expect(reports.take(parts[2]).isEmpty)
    }

    /// The document fills reports with zeros. The simulated reader does not understand a till that fills them
    /// otherwise.
    @Test func aReportFilledUpWithAnythingButZerosIsNoCommand() throws {
        var report = try #require(NEO2Reports.encode(Self.ping).first)
        report[63] = 1
        var reports = DeviceReportParser()
        #expect(reports.take(report).isEmpty)
    }

    private func tillReads(_ bytes: [UInt8]) -> [[UInt8]] {
        var reports = NEO2Reports()
        var receiver = NEO2Receiver()
        var frames: [[UInt8]] = []
        for piece in reports.receive(bytes) {
            if piece.begins { receiver.reset() }
            for case .frame(let frame) in receiver.receive(piece.bytes) { frames.append(frame) }
        }
        return frames
    }
}
