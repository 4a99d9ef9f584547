import Flow
import Testing

@testable import Readers

/// The limits of the links: where a block begins and ends, and how another protocol is recognised.
@Suite struct LinkBoundaryTests {
    private static let telegram: [UInt8] = [0x80, 0x00, 0x00]

    private func events(_ bytes: [UInt8], _ receiver: inout BlockReceiver) -> [BlockReceiver.Event] {
        bytes.compactMap { receiver.receive($0) }
    }

    private func events(_ bytes: [UInt8], limit: Int = 300) -> [BlockReceiver.Event] {
        var receiver = BlockReceiver(limit: limit)
        return events(bytes, &receiver)
    }

    // MARK: Blocks

    @Test func bytesOutsideOfBlocksAreToldAsTheyCome() {
        #expect(events([0x06, 0x41]) == [.outside(0x06), .outside(0x41)])
        #expect(events([0x10, 0x06, 0x41]) == [.outside(0x06), .outside(0x41)], "a DLE that begins nothing")
        #expect(events([0x10, 0x10, 0x06]) == [.outside(0x10), .outside(0x06)])
        #expect(events([0x10, 0x03]) == [.outside(0x03)])
    }

    @Test func aBlockMayBeginAfterSeveralDLE() {
        #expect(events([0x10] + SerialBlock.encode(Self.telegram)) == [.outside(0x10), .block(Self.telegram)])
        #expect(events([0x10, 0x41] + SerialBlock.encode(Self.telegram)) == [.outside(0x41), .block(Self.telegram)])
    }

    @Test func aBlockIsUnderWayFromItsFirstByteToItsLast() {
        var receiver = BlockReceiver(limit: 300)
        #expect(!receiver.isInsideBlock)
        for byte in SerialBlock.encode(Self.telegram).dropLast() {
            #expect(receiver.receive(byte) == nil)
            #expect(receiver.isInsideBlock)
        }
        #expect(events([SerialBlock.encode(Self.telegram).last ?? 0], &receiver) == [.block(Self.telegram)])
        #expect(!receiver.isInsideBlock)
    }

    @Test func aBlockHasThreeBytesAtLeastAndAsManyAsAllowed() {
        #expect(events(SerialBlock.encode([0x80, 0x00])) == [.damaged])
        #expect(events(SerialBlock.encode(Self.telegram)) == [.block(Self.telegram)])
        let long = [UInt8](repeating: 0x41, count: 16)
        #expect(events(SerialBlock.encode(long), limit: 16) == [.block(long)])
        #expect(events(SerialBlock.encode(long + [0x41]), limit: 16) == [.damaged])
    }

    @Test func aBlockThatIsDamagedSpoilsNotTheNext() {
        var wrong = SerialBlock.encode(Self.telegram)
        wrong[wrong.count - 1] ^= 1
        let right = SerialBlock.encode(Self.telegram)
        #expect(events(wrong + right) == [.damaged, .block(Self.telegram)])
        wrong = right
        wrong[wrong.count - 2] ^= 1
        #expect(events(wrong + right) == [.damaged, .block(Self.telegram)])
        let stuffing: [UInt8] = [0x10, 0x02, 0x80, 0x10, 0x41, 0x00, 0x00]
        #expect(events(stuffing + right) == [.block(Self.telegram)], "a block that begins anew")
        let tooLong = SerialBlock.encode([UInt8](repeating: 0x41, count: 9))
        #expect(events(tooLong + right, limit: 8) == [.damaged, .block(Self.telegram)])
    }

    @Test func whatIsForgottenIsNotPartOfTheNextBlock() {
        var receiver = BlockReceiver(limit: 300)
        #expect(events([0x10, 0x02, 0x80, 0x10, 0x41], &receiver).isEmpty)
        receiver.reset()
        #expect(!receiver.isInsideBlock)
        #expect(events([0x06], &receiver) == [.outside(0x06)])
        #expect(events(SerialBlock.encode(Self.telegram), &receiver) == [.block(Self.telegram)])
    }

    // MARK: Other protocols

    @Test func onASerialLineAnotherProtocolIsKnownWhereverItStands() {
        #expect(ForeignProtocol(heard: [0x41, 0x15, 0x03, 0x69, 0x41], total: 5) == .ecr17)
        #expect(ForeignProtocol(heard: [0x15, 0x03, 0x69], total: 3) == .ecr17)
        #expect(ForeignProtocol(heard: Array("xVER|APP".utf8), total: 8) == .pipeSeparated)
        #expect(ForeignProtocol(heard: Array("VER|AP".utf8), total: 6) == nil)
        #expect(ForeignProtocol(heard: [0x15, 0x03], total: 2) == nil)
        #expect(ForeignProtocol(heard: [0x41], total: 256) == nil)
        #expect(ForeignProtocol(heard: [0x41], total: 257) == .noise)
        #expect(ForeignProtocol.memory == 64 && ForeignProtocol.telling == 9)
    }

    @Test(
        arguments: [
            ("15 03 69", .ecr17), ("06 03 7A", .ecr17), ("56 45 52 7C", .pipeSeparated),
            (
                "00 00 00 0A 56 45 52 7C",
                .pipeSeparated
            ), ("48 54 54 50 2F", .http), ("53 53 48 2D", .ssh), ("10 02", .serialBlocks),
            ("15 15", .serialBlocks), ("15 03 01", .tls), ("16 03 04", .tls), ("16 03 00", .tls), ("16 03 05", nil),
            ("16 02 01", nil), ("17 03 01", nil), ("16 03", nil), ("00 03 80", .lengthPrefixed),
            ("00 03 84", .lengthPrefixed), ("00 03 04", .lengthPrefixed), ("00 03 06", .lengthPrefixed),
            ("00 03 05", nil), ("00 02 80", nil), ("01 03 80", nil), ("00 03", nil),
            ("00 00 00 03 80", .lengthPrefixed),
            ("00 00 01 03 80", nil), ("00 00 00 03", nil), ("00 00 00 02 80", nil), ("15", nil), ("10", nil), ("", nil),
            ("80 00 00", nil), ("48 54 54 50", nil), ("06 03", nil), ("15 03", nil), ("56 45 52", nil),
            ("53 53 48", nil), ("00 00 00 0A 56 45 52", nil),
        ] as [(String, ForeignProtocol?)])
    func aStreamIsJudgedByItsBeginning(_ hex: String, _ found: ForeignProtocol?) {
        #expect(ForeignProtocol(beginning: [UInt8](hex: hex)) == found)
        #expect(ForeignProtocol(beginning: [UInt8](hex: hex), isAll: true) == (hex == "15" ? .serialBlocks : found))
    }

    // MARK: Streams

    @Test func aTelegramMayTakeFiveSecondsFromItsFirstByte() {
        #expect(StreamLink.usualCompletion == .seconds(5))
        var link = StreamLink()
        let start = Uptime(nanoseconds: 0)
        _ = link.open(at: start)
        #expect(!link.isReceiving && link.deadline == nil)
        var bytes: ArraySlice<UInt8> = [0x04]
        #expect(link.received(&bytes, at: start).isEmpty)
        #expect(link.isReceiving && link.deadline == start + .seconds(5))
        bytes = [0xFF]
        #expect(link.received(&bytes, at: start + .seconds(4)).isEmpty)
        #expect(link.deadline == start + .seconds(5), "a later byte gives it no more time")
        #expect(link.timeout(at: start + .milliseconds(4999)).isEmpty)
        #expect(link.timeout(at: start + .seconds(5)) == [.failed(.foreign(.noise))])
        #expect(!link.isReceiving && link.deadline == nil)
        #expect(link.timeout(at: start + .seconds(60)).isEmpty)
        bytes = [0x80, 0x00, 0x00]
        #expect(link.received(&bytes, at: start + .seconds(60)).isEmpty, "after a failure it is of no use")
        #expect(bytes.isEmpty)
        _ = link.open(at: start + .seconds(61))
        bytes = [0x80, 0x00, 0x00]
        #expect(link.received(&bytes, at: start + .seconds(61)) == [.received([0x80, 0x00, 0x00])])
    }
}
