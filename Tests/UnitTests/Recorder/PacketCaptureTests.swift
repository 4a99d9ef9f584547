import Foundation
import Glibc
import Readers
import Testing

@testable import Recorder

@Suite struct PacketCaptureTests {
    /// One block of a capture file without its frame.
    private struct Block {
        let kind: UInt32
        let body: [UInt8]
    }

    private static func number(_ bytes: some Collection<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func blocks(_ bytes: [UInt8]) -> [Block] {
        var blocks: [Block] = []
        var rest = bytes[...]
        while rest.count >= 12 {
            let length = Int(number(rest.dropFirst(4).prefix(4)))
            guard length >= 12, length.isMultiple(of: 4), length <= rest.count else { break }
            #expect(number(rest.prefix(length).suffix(4)) == UInt32(length))
            blocks.append(Block(kind: number(rest.prefix(4)), body: Array(rest.prefix(length - 4).dropFirst(8))))
            rest = rest.dropFirst(length)
        }
        #expect(rest.isEmpty, "bytes are left over")
        return blocks
    }

    @Test func itIsASectionAnInterfaceForEachLineAndAPacketForEachRecord() {
        let blocks = Self.blocks(PacketCapture.encode(Sample.trace))
        #expect(blocks.map(\.kind) == [0x0A0D_0D0A, 1] + Array(repeating: 6, count: Sample.trace.records.count))
        #expect(Self.number(blocks[1].body.prefix(2)) == 252)
    }

    @Test func timesAreThoseOfTheWallClock() {
        let packet = Self.blocks(PacketCapture.encode(Sample.trace))[3].body
        let time = UInt64(Self.number(packet[4..<8])) << 32 | UInt64(Self.number(packet[8..<12]))
        #expect(time == 1_795_219_200_125_000_000 + 100_000_000)
    }

    @Test func eachPacketNamesItsDissectorAndHoldsTheBytesOfTheLine() {
        let packet = Self.blocks(PacketCapture.encode(Sample.trace))[3].body
        let captured = Int(Self.number(packet[12..<16]))
        let data = Array(packet[20..<20 + captured])
        #expect(data.starts(with: [0, 12, 0, 4] + Array("zvt".utf8) + [0, 0, 0, 0, 0]))
        #expect(data.suffix(Sample.command.count) == Sample.command[...])
    }

    private static let tshark = "/usr/bin/tshark"

    /// Wireshark itself reads the capture.
    @Test(.enabled(if: access(tshark, X_OK) == 0, "there is no \(tshark)"))
    func wiresharkDecodesIt() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/t.pcapng"
        try Data(PacketCapture.encode(Sample.trace)).write(to: URL(fileURLWithPath: file))
        let shell = "\(Self.tshark) -r \(file) -Y zvt.control_field -T fields -e zvt.control_field 2>/dev/null"
        guard let output = popen(shell, "r") else {
            Issue.record("no shell")
            return
        }
        var text = [UInt8](repeating: 0, count: 4096)
        let count = fread(&text, 1, text.count, output)
        #expect(pclose(output) == 0)
        let fields = String(decoding: text[..<count], as: UTF8.self).split(separator: "\n").map { $0.lowercased() }
        #expect(fields == ["0x0601", "0x04ff", "0x060f"])
    }
}
