import Flow
import Foundation
import Model
import Readers

/// Writes a trace as a capture file for Wireshark (pcapng, draft-ietf-opsawg-pcapng).
///
/// The packets have the link type for upper-layer data (252, `LINKTYPE_WIRESHARK_UPPER_PDU`) and name Wireshark's own
/// dissector `zvt`, which decodes serial blocks and bare telegrams without any setting.
package enum PacketCapture {
    /// The most bytes of a packet; longer pieces are cut.
    static let longestPacket = 262_144

    /// Each opened line becomes an interface and each piece a packet. A piece that cannot be decoded has a comment.
    package static func encode(_ trace: Trace, in language: OperatorLanguage = .original) -> [UInt8] {
        let sessions = trace.sessions
        var bytes = section(about: trace, in: language)
        var clocks: [String: WallClock] = [:]
        var framings: [String: LineFraming] = [:]
        for session in sessions {
            let opening = trace.opening(of: session)
            clocks[session] = WallClock(opening)
            framings[session] = opening?.opening.framing
            bytes += interface(opening?.opening.address.description ?? language.text("capture.line"), session)
        }
        for record in trace.records {
            guard let interface = sessions.firstIndex(of: record.session), let clock = clocks[record.session] else {
                continue
            }
            let comment = record.comment?.text(in: language)
            bytes += packet(
                record, comment, on: UInt32(interface), at: clock, framings[record.session] ?? .serial)
        }
        return bytes
    }

    // MARK: Blocks

    private enum Kind {
        static let section: UInt32 = 0x0A0D_0D0A
        static let interface: UInt32 = 1
        static let packet: UInt32 = 6
    }

    private enum Code {
        static let comment: UInt16 = 1
        static let hardware: UInt16 = 2
        static let application: UInt16 = 4
        static let name: UInt16 = 2
        static let description: UInt16 = 3
        static let resolution: UInt16 = 9
        static let flags: UInt16 = 2
    }

    private static func section(about trace: Trace, in language: OperatorLanguage) -> [UInt8] {
        var body = little(0x1A2B_3C4D as UInt32) + little(1 as UInt16) + little(0 as UInt16)
        body += little(UInt64.max)  // the length of the section is not told
        body += option(Code.application, "Till")
        if let heading = trace.heading {
            let outcome = heading.outcome.map(Sentence.init(stored:)) ?? Sentence("capture.notKnown")
            let comment = Sentence(
                "capture.payment",
                [
                    "payment": heading.payment, "amount": heading.amount, "currency": heading.currency,
                    "outcome": outcome,
                ])
            body += option(Code.comment, comment.text(in: language))
        }
        return block(Kind.section, body + endOfOptions)
    }

    private static func interface(_ address: String, _ session: String) -> [UInt8] {
        let upperPDU: UInt16 = 252
        let nanoseconds: [UInt8] = [9]
        var body = little(upperPDU) + little(0 as UInt16) + little(UInt32(longestPacket))
        body += option(Code.name, address) + option(Code.description, session)
        body += option(Code.resolution, nanoseconds) + endOfOptions
        return block(Kind.interface, body)
    }

    private static func packet(
        _ record: TraceRecord, _ comment: String?, on interface: UInt32, at clock: WallClock, _ framing: LineFraming
    ) -> [UInt8] {
        var data: [UInt8] = []
        var flags: UInt32 = 0
        if case .passed(let piece) = record.fact {
            data = Array(piece.content.bytes(framing).prefix(longestPacket - dissector.count))
            flags = piece.speaker == .till ? 2 : 1  // outbound, inbound
        }
        let contents = dissector + data
        let time = clock.nanoseconds(at: record.at)
        var body = little(interface) + little(UInt32(truncatingIfNeeded: time >> 32))
        body += little(UInt32(truncatingIfNeeded: time))
        body += little(UInt32(contents.count)) + little(UInt32(contents.count)) + padded(contents)
        if let comment { body += option(Code.comment, comment) }
        body += option(Code.flags, little(flags)) + endOfOptions
        return block(Kind.packet, body)
    }

    /// `EXP_PDU_TAG_DISSECTOR_NAME` with its length, big-endian, and the end of the tags.
    private static let dissector: [UInt8] = [0, 12, 0, 4] + Array("zvt".utf8) + [0] + [0, 0, 0, 0]

    private static func block(_ kind: UInt32, _ body: [UInt8]) -> [UInt8] {
        let length = little(UInt32(body.count + 12))
        return little(kind) + length + body + length
    }

    private static let endOfOptions: [UInt8] = [0, 0, 0, 0]

    private static func option(_ code: UInt16, _ text: String) -> [UInt8] {
        option(code, Array(text.utf8.prefix(4_096)))
    }

    private static func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
        little(code) + little(UInt16(value.count)) + padded(value)
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}

/// The wall-clock time at a moment of a session, computed from the session's opening.
private struct WallClock {
    private let offset: Int64

    init(_ opened: (at: Uptime, opening: TraceRecord.Opening)?) {
        guard let opened else {
            offset = 0
            return
        }
        let wall = (Int64(exactly: (opened.opening.wall.timeIntervalSince1970 * 1_000).rounded()) ?? 0) &* 1_000_000
        offset = wall &- opened.at.nanoseconds
    }

    func nanoseconds(at time: Uptime) -> UInt64 { UInt64(max(0, time.nanoseconds &+ offset)) }
}

extension Trace {
    fileprivate func opening(of session: String) -> (at: Uptime, opening: TraceRecord.Opening)? {
        for record in records where record.session == session {
            if case .opened(let opening) = record.fact { return (record.at, opening) }
        }
        return nil
    }
}

extension TraceRecord {
    /// A comment for what the bytes do not show.
    fileprivate var comment: Sentence? {
        switch fact {
        case .opened(let opening): Sentence("capture.opened", ["address": opening.address])
        case .serving(let payment?): Sentence("capture.serving", ["payment": payment])
        case .serving(nil): Sentence("capture.servingNone")
        case .closed: Sentence("capture.closed")
        case .lost(let why): Sentence("capture.lost", ["reason": why])
        case .missing(let count): Sentence("capture.missing", ["count": count])
        case .passed(let piece): piece.content.comment
        }
    }
}

extension LinePiece.Content {
    fileprivate var comment: Sentence? {
        switch self {
        case .telegram(_, isMasked: false), .control: nil
        case .telegram(_, isMasked: true): Sentence("capture.masked")
        case .damaged(let count): Sentence("capture.damaged", ["count": count])
        case .brokenOff(let count): Sentence("capture.brokenOff", ["count": count])
        case .noise(let count): Sentence("capture.noise", ["count": count])
        }
    }
}
