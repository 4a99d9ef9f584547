import ESCPOS
import Flow
import Testing

@Suite struct ReplyClassifierTests {
    private func replies(_ bytes: [UInt8]) -> [PrinterReply] {
        var classifier = ReplyClassifier()
        return classifier.classify(bytes)
    }

    @Test(arguments: [0x12, 0x16, 0x1A, 0x1E, 0x32, 0x52, 0x72, 0x7E] as [UInt8])
    func pythonEscpos143_aRealTimeAnswerIsKnownByItsFixedBits(_ byte: UInt8) {
        #expect(replies([byte]) == [.realTime(byte)])
    }

    @Test func automaticStatusIsFourBytes() {
        #expect(replies([0x14, 0x00, 0x00, 0x0F]) == [.automatic([0x14, 0x00, 0x00, 0x0F])])
    }

    @Test func flowControlMaySitInsideAutomaticStatus() {
        #expect(
            replies([0x18, 0x13, 0x00, 0x11, 0x0C, 0x0F])
                == [.flow(resume: false), .flow(resume: true), .automatic([0x18, 0x00, 0x0C, 0x0F])])
    }

    @Test func aRealTimeAnswerMaySitInsideABlock() {
        #expect(
            replies([0x37, 0x22, 0x41, 0x12, 0x42, 0x43, 0x44, 0x00])
                == [.realTime(0x12), .block([0x37, 0x22, 0x41, 0x42, 0x43, 0x44])])
    }

    @Test func automaticStatusMaySitInsideABlock() {
        #expect(
            replies([0x37, 0x22, 0x41, 0x1C, 0x00, 0x0C, 0x0F, 0x42, 0x43, 0x44, 0x00])
                == [.automatic([0x1C, 0x00, 0x0C, 0x0F]), .block([0x37, 0x22, 0x41, 0x42, 0x43, 0x44])])
    }

    @Test func aBlockGoesOnWhereAutomaticStatusInsideItBreaksOff() {
        #expect(
            replies([0x37, 0x22, 0x41, 0x14, 0x12, 0x00, 0x51, 0x13, 0x42, 0x43, 0x00])
                == [.realTime(0x12), .flow(resume: false), .block([0x37, 0x22, 0x41, 0x51, 0x42, 0x43])])
    }

    @Test func automaticStatusThatBreaksOffIsForgotten() {
        #expect(replies([0x14, 0x00, 0x5F, 0x41, 0x00, 0x03]) == [.block([0x5F, 0x41]), .plain(0x03)])
    }

    @Test func anEndlessBlockIsGivenUp() {
        let endless = [0x5F] + [UInt8](repeating: 0x41, count: 500)
        #expect(replies(endless + [0x00, 0x12]).last == .realTime(0x12))
    }

    @Test(arguments: [0x00, 0x03, 0x0C, 0x0F] as [UInt8])
    func aStatusInOrderIsPlain(_ byte: UInt8) {
        #expect(replies([byte]) == [.plain(byte)])
    }

    @Test func noiseNeverTrapsAndNeverGrows() {
        var random = SeededGenerator(seed: 0xC1A5)
        var classifier = ReplyClassifier()
        let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let sorted = classifier.classify(noise)
        #expect(sorted.count > 1_000)
        for case .block(let block) in sorted { #expect(block.count <= 128) }
    }
}
