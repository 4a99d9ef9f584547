import Testing

@testable import Readers

@Suite struct SerialBlockTests {
    @Test func theChecksumIsKermitOverTheTelegramAndETX() {
        // The CRC catalogue's check value is 2189 for "123456789", whose last character stands in the place of our ETX.
        #expect(Self.kermit(Array("123456789".utf8)) == 0x2189)
        let telegram = Array("whatever".utf8)
        #expect(SerialBlock.crc(telegram) == Self.kermit(telegram + [0x03]))
    }

    /// The checksum by the definition in the CRC catalogue, bit by bit.
    private static func kermit(_ bytes: [UInt8]) -> UInt16 {
        bytes.reduce(UInt16(0)) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt16(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0x8408 : value >> 1 }
        }
    }

    /// Checksums in which the low or the high byte looks like framing.
    @Test(arguments: [0x1010, 0x0310, 0x1003, 0x0210, 0x0303, 0x0606, 0x1515, 0x0610, 0x1006] as [UInt16])
    func aChecksumThatLooksLikeControlBytesIsTakenBlindly(_ checksum: UInt16) throws {
        let telegram = try #require(Self.telegram(withChecksum: checksum))
        var line = LinkLine()
        line.send(Sample.command)
        _ = line.take()
        line.receive(block: telegram)
        #expect(line.take() == [.ack, .received(telegram)])
        line.receive(block: Sample.progress)
        #expect(line.take() == [.ack, .received(Sample.progress)])
    }

    private static func telegram(withChecksum checksum: UInt16) -> [UInt8]? {
        (0...UInt16.max).lazy.map { [0x06, 0xD1, 0x03, 0x00, UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            .first { SerialBlock.crc($0) == checksum }
    }

    @Test func everyDLEInsideIsDoubledTheLengthByteToo() {
        let telegram = [0x06, 0xD1, 0x10] + [UInt8](repeating: 0x10, count: 16)
        let block = SerialBlock.encode(telegram)
        #expect(block.count == 2 + 2 + 2 * 17 + 4)
        var line = LinkLine()
        line.receive(block)
        #expect(line.take() == [.ack, .received(telegram)])
    }

    @Test func itMakesNoDifferenceHowTheBytesAreSliced() {
        var line = LinkLine()
        for byte in SerialBlock.encode(Sample.progress) { line.receive([byte]) }
        #expect(line.take() == [.ack, .received(Sample.progress)])
    }

    @Test func aBlockThatBeginsAnewInsideABlockCounts() {
        var line = LinkLine()
        line.receive([0x10, 0x02, 0x04, 0xFF] + SerialBlock.encode(Sample.progress))
        #expect(line.take() == [.ack, .received(Sample.progress)])
    }

    @Test func aStuffingErrorIsRefusedWhenTheBlockIsOver() {
        var line = LinkLine()
        line.receive([0x10, 0x02, 0x06, 0xD1, 0x01, 0x10, 0x41])
        #expect(line.take().isEmpty)
        line.receive([0x10, 0x03, 0x00, 0x00])
        #expect(line.take() == [.nak])
    }

    @Test func whatIsLeftOfADamagedBlockIsNoACK() {
        var line = LinkLine()
        line.send(Sample.command)
        _ = line.take()
        line.receive([0x10, 0x02, 0x06, 0xD1, 0x02, 0x10, 0x41, 0x06, 0x15, 0x06, 0x10, 0x03, 0x06, 0x06])
        #expect(line.take() == [.nak])
    }

    @Test func aBlockBeyondTheLimitIsRefusedAndTheNextOneTaken() {
        var line = LinkLine(limit: 16)
        line.receive(block: [0x06, 0xD1, 0x20] + [UInt8](repeating: 0x41, count: 32))
        #expect(line.take() == [.nak])
        line.receive(block: Sample.progress)
        #expect(line.take() == [.ack, .received(Sample.progress)])
    }

    @Test func aBlockTooShortForATelegramIsRefused() {
        var line = LinkLine()
        line.receive(block: [0x06, 0xD1])
        #expect(line.take() == [.nak])
    }
}
