import ESCPOS
import Flow
import Foundation
import Testing

@Suite struct DecoderFuzzTests {
    private static let openings: [[UInt8]] = [
        [0x1B, 0x40], [0x1D, 0x76, 0x30, 0, 2, 0, 2, 0, 1, 2, 3, 4], [0x1D, 0x28, 0x6B, 3, 0, 0x31, 0x51, 0x30],
        [0x1D, 0x28, 0x4C, 0x0B, 0, 0x30, 0x70, 0x30, 1, 1, 0x31, 1, 0, 1, 0, 0x80], [0x1B, 0x44, 4, 8, 12, 0],
        [0x1D, 0x6B, 73, 4, 0x7B, 0x42, 0x31, 0x32], [0x1D, 0x6B, 4, 0x31, 0x32, 0x33, 0], [0x1B, 0x74, 19, 0xD5],
        [0x1B, 0x26, 3, 65, 66, 1, 1, 2, 3, 0], [0x1C, 0x71, 1, 1, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8], [0x10, 0x04, 1],
        [0x1D, 0x38, 0x4C, 4, 0, 0, 0, 0x30, 0x32, 1, 2], [0x1B, 0x2A, 33, 2, 0, 1, 2, 3, 4, 5, 6],
        [0x1C, 0x26, 0xB0, 0xA1],
        [0x1D, 0x28, 0x48, 6, 0, 0x30, 0x30, 0x41, 0x42, 0x43, 0x44], [0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8],
        Array("Summe 14,90\n".utf8), [0x1D, 0x56, 0x42, 0], [0x1B, 0x57, 0, 0, 0, 0, 1, 0, 1, 0],
    ]

    /// A sequence of commands, changed at random places.
    static func mutant(_ random: inout SeededGenerator) -> [UInt8] {
        var stream = (0..<Int.random(in: 1...5, using: &random)).flatMap { _ in
            openings[Int.random(in: 0..<openings.count, using: &random)]
        }
        for _ in 0..<Int.random(in: 0...4, using: &random) where !stream.isEmpty {
            let place = Int.random(in: 0..<stream.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: stream[place] = UInt8.random(in: 0...255, using: &random)
            case 1: stream.remove(at: place)
            case 2: stream.insert([0x00, 0x10, 0x1B, 0x1C, 0x1D][place % 5], at: place)
            default: stream.removeLast(min(stream.count, place))
            }
        }
        return stream
    }

    @Test func aHundredThousandMutantsLoseNoByte() {
        var random = SeededGenerator(seed: 0x7111)
        var broken = 0
        for _ in 0..<100_000 {
            let stream = Self.mutant(&random)
            var decoder = StreamDecoder()
            let pieces = decoder.decode(stream) + decoder.finish()
            var offset = 0
            for piece in pieces {
                if piece.offset != offset || piece.bytes.isEmpty { broken += 1 }
                offset += piece.bytes.count
            }
            if pieces.flatMap(\.bytes) != stream { broken += 1 }
        }
        #expect(broken == 0)
    }

    @Test func theInspectorsHexJoinedIsTheStream() {
        var random = SeededGenerator(seed: 0xE5C)
        for _ in 0..<2_000 {
            let stream = Self.mutant(&random)
            let hex = ESCPOSInspector.entries(of: stream).map(\.hex).joined()
            #expect(hex == stream.map { String(format: "%02x", $0) }.joined())
        }
    }
}
