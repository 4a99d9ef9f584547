import Flow
import Foundation
import Model
import Readers

/// A record as one line of JSON (docs/flight-recorder.md). Missing values are left out.
struct TraceLine: Codable {
    /// The version of the format. Readers accept no other version.
    static let version = 1

    enum Kind: String, Codable {
        case opened, payment, block, apdu, control, damaged, broken, noise, closed, lost, missing
    }

    var kind: Kind
    var session: String
    /// The uptime in nanoseconds.
    var uptime: Int64
    var version: Int?
    var wall: String?
    var address: String?
    var framing: LineFraming?
    var payment: String?
    var from: LinePiece.Speaker?
    var bytes: String?
    var masked: Bool?
    /// Nanoseconds from the first byte to the last.
    var took: Int64?
    var count: Int?
    var why: String?

    private enum CodingKeys: String, CodingKey {
        case kind = "k"
        case session = "s"
        case uptime = "t"
        case version = "v"
        case wall, address, framing, payment, from, bytes, masked, took, count, why
    }
}

// MARK: - Writing

extension TraceLine {
    init(_ record: TraceRecord) {
        self.init(kind: .closed, session: record.session, uptime: record.at.nanoseconds)
        switch record.fact {
        case .opened(let opening):
            kind = .opened
            version = Self.version
            // The format truncates, and a decoded time may be slightly below its millisecond.
            wall = Self.wallFormat.format(opening.wall.addingTimeInterval(0.0005))
            address = opening.address.description
            framing = opening.framing
            payment = opening.payment?.rawValue
        case .serving(let served):
            kind = .payment
            payment = served?.rawValue
        case .passed(let piece): put(piece)
        case .closed: kind = .closed
        case .lost(let reason):
            kind = .lost
            why = reason
        case .missing(let lost):
            kind = .missing
            count = lost
        }
    }

    private mutating func put(_ piece: LinePiece) {
        from = piece.speaker
        let span = (piece.ended - piece.began).wholeNanoseconds
        took = span > 0 ? span : nil
        switch piece.content {
        case .telegram(let telegram, let isMasked):
            kind = telegram.first == 0x10 ? .block : .apdu
            bytes = telegram.hexadecimal
            masked = isMasked ? true : nil
        case .control(let byte):
            kind = .control
            bytes = [byte].hexadecimal
        case .damaged(let number): (kind, count) = (.damaged, number)
        case .brokenOff(let number): (kind, count) = (.broken, number)
        case .noise(let number): (kind, count) = (.noise, number)
        }
    }

    /// The line including its line break.
    func encoded() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return [] }
        return Array(data) + [UInt8(ascii: "\n")]
    }

    fileprivate static let wallFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

// MARK: - Reading

extension TraceLine {
    /// Nil for an incomplete or changed line.
    init?(decoding line: some Sequence<UInt8>) {
        guard let read = try? JSONDecoder().decode(TraceLine.self, from: Data(line)) else { return nil }
        self = read
    }

    /// The record; nil when a value that its kind needs is missing, or a time is impossible.
    var record: TraceRecord? {
        guard (0...Self.latest).contains(uptime), (0...uptime).contains(took ?? 0) else { return nil }
        let time = Uptime(nanoseconds: uptime)
        return fact(at: time).map { TraceRecord(session, at: time, $0) }
    }

    private func fact(at time: Uptime) -> TraceRecord.Fact? {
        switch kind {
        case .opened: opening.map(TraceRecord.Fact.opened)
        case .payment: .serving(payment.map(PaymentID.init(rawValue:)))
        case .closed: .closed
        case .lost: .lost(why ?? "")
        case .missing: count.map(TraceRecord.Fact.missing)
        case .block, .apdu, .control, .damaged, .broken, .noise:
            piece(at: time).map(TraceRecord.Fact.passed)
        }
    }

    private var opening: TraceRecord.Opening? {
        guard let wall, let date = try? Self.wallFormat.parse(wall), let address = address.flatMap(DeviceAddress.init),
            let framing
        else { return nil }
        return TraceRecord.Opening(
            wall: date, address: address, framing: framing, payment: payment.map(PaymentID.init(rawValue:)))
    }

    private func piece(at time: Uptime) -> LinePiece? {
        guard let from, let content else { return nil }
        return LinePiece(from, content, began: Uptime(nanoseconds: time.nanoseconds - (took ?? 0)), ended: time)
    }

    private var content: LinePiece.Content? {
        let octets = bytes.flatMap([UInt8].init(hexadecimal:))
        let size = count.flatMap { (1...Self.longest).contains($0) ? $0 : nil }
        return switch kind {
        case .block, .apdu: octets.map { .telegram($0, isMasked: masked ?? false) }
        case .control: octets?.count == 1 ? octets?.first.map { .control($0) } : nil
        case .damaged: size.map { .damaged($0) }
        case .broken: size.map { .brokenOff($0) }
        case .noise: size.map { .noise($0) }
        case .opened, .payment, .closed, .lost, .missing: nil
        }
    }

    /// The latest possible uptime, about seventy years.
    private static let latest = Int64.max >> 2
    /// The most bytes that a replay makes up for one line.
    private static let longest = 1 << 20
}

extension [UInt8] {
    var hexadecimal: String {
        let digits = Array<UInt8>("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * count)
        for byte in self { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil unless the text is pairs of hexadecimal digits.
    init?(hexadecimal text: String) {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let values = digits.compactMap { $0.map { UInt8($0) } }
        self = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
