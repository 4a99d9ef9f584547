import ESCPOS
import Flow
import Receipts
import Testing

/// The decoder understands what the encoder writes.
@Suite struct EncoderDecoderTests {
    private func decode(_ bytes: [UInt8], _ pages: CodePageMap) -> [PrinterCommand] {
        var decoder = StreamDecoder(codePages: pages)
        return decoder.decode(bytes) + decoder.finish()
    }

    @Test(arguments: PrinterProfile.all)
    func theDecoderReadsTheTextAsItWasWritten(profile: PrinterProfile) {
        let encoder = ESCPOSEncoder(profile: profile)
        let written = ["Grüße € “x”", "Ж Ł ü", "[#@$]{}"]
        let lines = written.map { LaidOutLine.text([StyledRun($0, .bold)]) } + [.rule, .cut]
        let commands = decode(
            encoder.encode(LaidOutReceipt(columns: 32, lines: lines)).bytes, profile.codePages)
        let text = commands.compactMap { command -> String? in
            guard case .text(let text) = command.content else { return nil }
            return text
        }.joined()
        #expect(text.hasPrefix(written.joined()))
    }

    @Test(arguments: PrinterProfile.all)
    func theDecoderKnowsEveryCommandAndMissesNoByte(profile: PrinterProfile) {
        var random = SeededGenerator(seed: 0xE5C)
        let encoder = ESCPOSEncoder(profile: profile)
        for _ in 0..<200 {
            let text = StyledRun(
                random.hostileText(upTo: 7), [.bold, .doubleWidth, .doubleHeight, .inverse, .underline])
            let job = encoder.encode(LaidOutReceipt(columns: 32, lines: [.text([text]), .rule, .blank, .cut])).bytes
            let commands = decode(job, profile.codePages)
            #expect(commands.allSatisfy { $0.isComplete })
            #expect(!commands.contains { $0.content == .unknown })
            #expect(commands.flatMap(\.bytes) == job)
        }
    }

    @Test func thePrinterIsInitialisedOnceAtTheStart() {
        let job = ESCPOSEncoder(profile: .generic80).encode(
            LaidOutReceipt(columns: 48, lines: [.blank, .cut, .blank, .cut])
        ).bytes
        // ESC @ at the end would discard the beginning of the next job.
        #expect(decode(job, .epson).filter { $0.bytes == [0x1B, 0x40] }.map(\.offset) == [0])
    }
}
