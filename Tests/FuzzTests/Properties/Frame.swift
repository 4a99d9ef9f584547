import Flow

@testable import Readers

extension FuzzTarget {
    /// What a serial line carries: DLE, STX, ETX, CRC, ACK and NAK, in chunks as the kernel gives them.
    static let frame = FuzzTarget(name: "frame", longestInput: 2_048, seeds: FuzzSeeds.lines) { bytes in
        var input = FuzzInput(bytes)
        let line = FuzzedLine(input.byte())
        let stream = input.remaining()
        try line.checkChunks(stream)
        try line.checkRoundTrip(stream)
        try InspectionProperty.check(stream, .serial)
    }
}

/// How a stream is cut, as the input's first byte says.
private struct FuzzedLine {
    private static let now = Uptime(nanoseconds: 0)
    private static let command: [UInt8] = [0x05, 0x01, 0x00]

    private let chunk: Int
    private let limit: Int
    private let hasCommandUnderWay: Bool

    init(_ choice: UInt8) {
        chunk = 1 + Int(choice & 0x0F)
        limit = choice & 0x10 == 0 ? APDU.longest : 64
        hasCommandUnderWay = choice & 0x20 != 0
    }

    /// However the stream is cut, the same happens, and little is sent in return.
    func checkChunks(_ stream: [UInt8]) throws {
        var link = opened()
        var inChunks = link
        let whole = link.received(stream, at: Self.now)
        var steps: [LinkStep] = []
        for start in stride(from: 0, to: stream.count, by: chunk) {
            steps += inChunks.received(Array(stream[start..<min(start + chunk, stream.count)]), at: Self.now)
        }
        try promise("a stream in chunks of \(chunk) is the stream", steps == whole)
        try promise("no telegram is longer than the limit", whole.allSatisfy { ($0.telegram?.count ?? 0) <= limit })
        let written = whole.reduce(0) { $0 + ($1.written?.count ?? 0) }
        let repeated = SerialLink.transmissions * SerialBlock.encode(Self.command).count
        try promise("no more is said than a byte for each byte", written <= stream.count + repeated)
    }

    /// A telegram in a block comes out as it went in.
    func checkRoundTrip(_ telegram: [UInt8]) throws {
        let block = SerialBlock.encode(telegram)
        try promise("a block is at most twice its telegram", block.count <= 2 * telegram.count + 6)
        guard (3...limit).contains(telegram.count) else { return }
        var receiver = BlockReceiver(limit: limit)
        let events = block.compactMap { receiver.receive($0) }
        try promise("a block holds its telegram", events == [.block(telegram)] && !receiver.isInsideBlock)
    }

    private func opened() -> SerialLink {
        var link = SerialLink(longestTelegram: limit)
        _ = link.open(at: Self.now)
        if let silence = link.deadline { _ = link.timeout(at: silence) }
        if hasCommandUnderWay { _ = link.send(Self.command, at: Self.now) }
        return link
    }
}

extension LinkStep {
    fileprivate var written: [UInt8]? { if case .write(let bytes) = self { bytes } else { nil } }

    fileprivate var telegram: [UInt8]? { if case .received(let telegram) = self { telegram } else { nil } }
}
