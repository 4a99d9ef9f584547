import Flow
import Hardware
import Model

@testable import Readers

extension FuzzTarget {
    /// Input from an encrypting reader, on a serial line or in reports: any bytes, and any data in a valid frame.
    static let reader = FuzzTarget(name: "reader", longestInput: 2_048, seeds: FuzzSeeds.readers) { bytes in
        var input = FuzzInput(bytes)
        let choice = input.byte()
        let reader = FuzzedReader(line: choice & 0x80 == 0 ? .serial : .reports, chunk: 1 + Int(choice & 0x7F))
        let stream = input.remaining()
        try reader.checkStream(stream)
        try reader.checkCard(Array(stream.prefix(FuzzedReader.longestData)))
    }
}

/// The state machine of a reader that waits for a card, with any input.
private struct FuzzedReader {
    static let longestData = NEO2Frame.longest - NEO2Frame.prefix - NEO2Frame.checksum
    private static let now = Uptime(nanoseconds: 0)

    let line: NEO2Line
    let chunk: Int

    /// However the stream is cut, the same happens; a request ends at most once, and little is sent in return.
    func checkStream(_ stream: [UInt8]) throws {
        var whole = waiting()
        let steps = whole.received(stream, at: Self.now)
        var inChunks = waiting()
        var cut: [NEO2Machine.Step] = []
        for start in stride(from: 0, to: stream.count, by: chunk) {
            cut += inChunks.received(Array(stream[start..<min(start + chunk, stream.count)]), at: Self.now)
        }
        try promise("a stream in chunks of \(chunk) is the stream", cut.map(\.told) == steps.map(\.told))
        try promise("a request ends once", steps.filter(\.isEnd).count <= 1)
        try promise("a card that cannot be read is let go once", steps.filter(\.isWrite).count <= 1)
    }

    /// Whatever a valid frame contains, only encrypted data counts as a card, and it shows no number.
    func checkCard(_ data: [UInt8]) throws {
        var machine = waiting()
        let frame = NEO2Response(NEO2Command.activation, .ok, data).frame
        let bytes = line == .serial ? frame : NEO2Reports.encode(frame).flatMap { $0 }
        let steps = machine.received(bytes, at: Self.now)
        try promise("an answer ends the request", steps.filter(\.isEnd).count == 1 && !machine.isBusy)
        guard case .tell(.finished(.card(let card)))? = steps.last else { return }
        try promise("what anybody may see holds no card number", !PlantedCard.shows(in: "\(card)"))
        try promise("a card is lent as it came", card.data.spend { Array($0) } == data)
        try promise("a card's last digits are four", card.masked.lastDigits?.count ?? 4 == 4)
    }

    private func waiting() -> NEO2Machine {
        var machine = NEO2Machine(line)
        let fare = Money(minorUnits: 1250, currency: .eur)
        _ = machine.start(.readCard(fare, .payment, within: .seconds(60)), at: Self.now)
        return machine
    }
}

extension NEO2Machine.Step {
    fileprivate var told: String { "\(self)" }

    fileprivate var isWrite: Bool {
        if case .write = self { true } else { false }
    }

    fileprivate var isEnd: Bool {
        if case .tell(.finished) = self { true } else { false }
    }
}

extension FuzzSeeds {
    /// Answers to an activation, whole and damaged, and cards of any kind.
    @Sendable static func readers() throws -> [[UInt8]] {
        let key: [UInt8] = [0xDF, 0xEE, 0x12, 0x0A] + Array(repeating: 0x62, count: 10)
        let shown: [UInt8] = [0x50, 4] + Array("VISA".utf8) + [0x9F, 0x06, 7, 0xA0, 0, 0, 0, 3, 0x10, 0x10]
        let masked: [UInt8] = [0x5A, 0xA1, 8, 0x47, 0x61, 0xCC, 0xCC, 0xCC, 0xCC, 0x00, 0x10]
        let sealed: [UInt8] = [0x57, 0xC1, 16] + Array(repeating: 0x99, count: 16)
        let open: [UInt8] = [0x5A, UInt8(PlantedCard.packed.count)] + PlantedCard.packed
        let named: [UInt8] = [0x50, UInt8(PlantedCard.text.count)] + PlantedCard.text
        let cards = [
            [0xC1] + key + shown + masked + sealed, [0xC1] + key + open, [0xC1] + key + named + masked + sealed,
            [0xC1] + key + [0xE1, UInt8(open.count)] + open + sealed, [0x01] + masked,
        ]
        let statuses: [NEO2Status] = [.ok, .onlineAuthorisation, .userInterfaceEvent, .timeout, .failed]
        let frames = statuses.flatMap { status in cards.map { NEO2Response(0x02, status, $0).frame } }
        let lines = frames.map { [0x06] + $0 } + frames.map { [0x8F] + NEO2Reports.encode($0).flatMap { $0 } }
        return lines + cards.map { [0x06] + $0 } + [[0x06] + frames[0].prefix(30) + frames[1]]
    }
}
