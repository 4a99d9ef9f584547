import Failures
import Flow
import Foundation
import Hardware
import Model
import Synchronization

@testable import Readers
@testable import Recorder

/// Telegrams and records for tests.
enum Sample {
    static let command = SerialBlock.encode([0x06, 0x01, 0x07, 0x04, 0x00, 0x00, 0x00, 0x00, 0x11, 0x50])
    static let positive = SerialBlock.encode([0x80, 0x00, 0x00])
    static let progress = SerialBlock.encode([0x04, 0xFF, 0x01, 0x0A])
    static let completion = SerialBlock.encode([0x06, 0x0F, 0x00])
    static let ack: [UInt8] = [0x06]

    static let address = DeviceAddress(scheme: "serial", path: "/dev/ttyS0")
    static let payment = PaymentID(rawValue: "pay-7K3M9Q2FA1")
    static let wall = Date(timeIntervalSince1970: 1_795_219_200.125)
    static let moment = Replay.Moment(Uptime(nanoseconds: 0), wall: wall, zone: .gmt)
    static let heading = Trace.Heading(payment: payment, amount: "11.50", currency: "EUR", outcome: "approved")

    static func opened(_ payment: PaymentID? = nil) -> TraceRecord.Fact {
        .opened(.init(wall: wall, address: address, framing: .serial, payment: payment))
    }

    static func piece(
        _ speaker: LinePiece.Speaker, _ content: LinePiece.Content, at milliseconds: Int64 = 0
    ) -> TraceRecord.Fact {
        let time = Uptime(nanoseconds: milliseconds * 1_000_000)
        return .passed(LinePiece(speaker, content, began: time, ended: time))
    }

    /// A small payment in which each event comes a tenth of a second after the one before.
    static let trace: Trace = {
        let said: [(LinePiece.Speaker, [UInt8])] = [
            (.till, command), (.terminal, ack), (.terminal, positive), (.till, ack), (.terminal, progress),
            (.till, ack),
            (.till, positive), (.terminal, ack), (.terminal, completion), (.till, ack), (.till, positive),
            (.terminal, ack),
        ]
        let records = said.enumerated().map { index, said in
            let content: LinePiece.Content =
                said.1.count == 1 ? .control(said.1[0]) : .telegram(said.1, isMasked: false)
            let at = Int64(index + 1) * 100
            return record(at: at, piece(said.0, content, at: at))
        }
        return Trace(heading, [record(at: 0, opened(payment))] + records + [record(at: 1_300, .closed)])
    }()

    static func record(_ session: String = "line-A", at milliseconds: Int64, _ fact: TraceRecord.Fact) -> TraceRecord {
        TraceRecord(session, at: Uptime(nanoseconds: milliseconds * 1_000_000), fact)
    }
}

/// A directory that is removed at the end of the test.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/till-recorder-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure(UsageFailure.noDataDirectory, "errno \(errno)", recovery: .giveUp)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var ring: String { path + "/recorder" }

    /// The contents of all files of the ring, oldest first.
    func segments() throws -> [Data] {
        try TraceRing.segments(in: ring).map {
            try Data(contentsOf: URL(fileURLWithPath: ring + "/" + RingPlan.name($0)))
        }
    }

    func records() throws -> [TraceRecord] {
        try Trace(decoding: Array(try segments().reduce(into: Data()) { $0 += $1 })).records
    }

    func permissions(_ file: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + file)[.posixPermissions] as? Int
    }
}

/// A line whose other end is the test.
final class TestLine: Transport {
    let address = Sample.address
    private let handler = Mutex<(any LineHandler)?>(nil)

    func open(_ handler: any LineHandler) throws(Failure) {
        self.handler.withLock { $0 = handler }
        _ = handler.opened(at: Uptime(nanoseconds: 0))
    }

    func perform(_ work: @escaping @Sendable (Uptime) -> LineCommands) { _ = work(Uptime(nanoseconds: 1)) }
    func close() { handler.withLock { $0 = nil } }

    func says(_ bytes: [UInt8]) { _ = handler.withLock { $0 }?.received(bytes, at: Uptime(nanoseconds: 2)) }
    func breaks() { handler.withLock { $0.take() }?.lost(.unplugged("/dev/ttyS0"), at: Uptime(nanoseconds: 3)) }
}

/// A line handler that answers every block with an ACK.
final class TestLineHandler: LineHandler {
    func opened(at now: Uptime) -> LineCommands { LineCommands() }
    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands { LineCommands(write: Sample.ack) }
    func deadlineReached(at now: Uptime) -> LineCommands { LineCommands() }
    func lost(_ loss: LineLoss, at now: Uptime) {}
}
