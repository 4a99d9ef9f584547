import Flow

@testable import Readers

/// A serial link alone, in virtual time, with all the steps that it returned.
struct LinkLine {
    var link: SerialLink
    var now = Uptime(nanoseconds: 0)
    var steps: [LinkStep] = []

    /// Opens the link.
    ///
    /// - Parameter isFlushed: whether the link has opened and the line was silent.
    init(limit: Int = APDU.longest, isFlushed: Bool = true) {
        link = SerialLink(longestTelegram: limit)
        steps += link.open(at: now)
        if isFlushed { pass(.milliseconds(200)) }
    }

    mutating func pass(_ span: Duration) {
        let end = now + span
        while let deadline = link.deadline, deadline <= end {
            now = max(now, deadline)
            steps += link.timeout(at: now)
        }
        now = end
    }

    mutating func receive(_ bytes: [UInt8]) { steps += link.received(bytes, at: now) + link.proceed(at: now) }
    mutating func receive(block telegram: [UInt8]) { receive(SerialBlock.encode(telegram)) }
    mutating func send(_ telegram: [UInt8]) { steps += link.send(telegram, at: now) }
    mutating func withdraw() { steps += link.withdrawCommands(at: now) }

    /// Returns the steps since the last call.
    mutating func take() -> [LinkStep] {
        defer { steps = [] }
        return steps
    }
}

extension LinkStep {
    static let ack = LinkStep.write(Bytes.ack)
    static let nak = LinkStep.write(Bytes.nak)
    static func block(_ telegram: [UInt8]) -> LinkStep { .write(SerialBlock.encode(telegram)) }
}

/// Telegrams that the tests of links send.
enum Sample {
    static let command: [UInt8] = [0x05, 0x01, 0x00]
    static let abort: [UInt8] = [0x06, 0xB0, 0x00]
    static let progress: [UInt8] = [0x04, 0xFF, 0x01, 0x0A]
    static let otherProgress: [UInt8] = [0x04, 0xFF, 0x01, 0x17]
    static let positive: [UInt8] = [0x80, 0x00, 0x00]
}
