import Flow
import Readers

/// The speed of encoding and decoding blocks, in bytes of telegrams. A line at 115200 baud brings 0.0115 MB/s.
struct Framing: Benchmark {
    static let name = "block_"
    static let rounds = 20
    static let repetitions = 500

    private let stopwatch: Stopwatch
    init(_ place: Workplace) { stopwatch = place.stopwatch }

    func figures() -> [Figure] {
        // Two different telegrams, because a block that equals the last one counts as its repetition.
        let telegrams = [Self.receiptText(0x41), Self.receiptText(0x42)]
        let blocks = telegrams.map { SerialBlock.encode($0) }
        var link = openLink()
        var taken = 0
        let checksum = best(telegrams) { taken &+= Int(SerialBlock.crc($0)) }
        let encoding = best(telegrams) { taken &+= SerialBlock.encode($0).count }
        let receiving = best(blocks) { taken &+= link.received($0, at: Uptime(nanoseconds: 2_000_000_000)).count }
        precondition(taken > 0, "the work was optimised away")
        let size = Double(telegrams[0].count)
        return [
            Figure(name: Self.name + "checksum", value: size / checksum * 1000, unit: "MB/s"),
            Figure(name: Self.name + "encode", value: size / encoding * 1000, unit: "MB/s"),
            Figure(name: Self.name + "receive_and_acknowledge", value: size / receiving * 1000, unit: "MB/s"),
        ]
    }

    /// Nanoseconds for one input, alternating.
    private func best(_ inputs: [[UInt8]], _ work: ([UInt8]) -> Void) -> Double {
        stopwatch.best(of: Self.rounds, repetitions: Self.repetitions) { inputs.forEach(work) } / Double(inputs.count)
    }

    private func openLink() -> SerialLink {
        var link = SerialLink()
        _ = link.open(at: Uptime(nanoseconds: 0))
        _ = link.timeout(at: Uptime(nanoseconds: 1_000_000_000))
        return link
    }

    /// A print text block of 24 lines with some bytes that must be doubled.
    private static func receiptText(_ letter: UInt8) -> [UInt8] {
        let line = TLV(0x07, [0x10] + [UInt8](repeating: letter, count: 39)).bytes
        let lines = (0..<24).flatMap { _ in line }
        let container = [0x06, 0x82, UInt8(lines.count >> 8), UInt8(lines.count & 0xFF)]
        return APDU(Control.printTextBlock, container + lines).bytes
    }
}
