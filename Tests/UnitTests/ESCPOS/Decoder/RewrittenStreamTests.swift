import Flow
import Foundation
import Receipts
import Testing

@testable import ESCPOS

/// Rewrites a stream from what the decoder understood of it, and expects the same picture. This checks where each
/// command begins and ends, its opcode, and the characters of text. Parameters are copied unchanged.
@Suite struct RewrittenStreamTests {
    private static func pages(_ bytes: [UInt8], _ profile: PrinterProfile) throws -> [Bitmap] {
        try PaperComposer.pages(
            of: bytes, dots: profile.widthDots, codePages: profile.codePages, wideText: profile.wideText,
            glyphs: CairoGlyphs())
    }

    @Test(.enabled(if: Vector.file != nil, Vector.missing))
    func thoseOfOtherLibrariesPrintTheSame() throws {
        for vector in try Vector.all() {
            let anew = Rewriting(vector.bytes, .generic80).bytes
            #expect(try Self.pages(anew, .generic80) == Self.pages(vector.bytes, .generic80), "\(vector.op)")
        }
    }

    @Test(arguments: GoldenSample.all)
    func receiptsAreTheSameBytes(sample: GoldenSample) {
        for profile in PrinterProfile.all {
            let bytes = sample.stream(for: profile)
            let rewriting = Rewriting(bytes, profile)
            #expect(rewriting.bytes == bytes, "\(profile)")
            // The decoder understood every character of the receipt.
            #expect(rewriting.kept == 0, "\(profile)")
        }
    }

    @Test func charactersThatThePrinterIsGivenAreToo() throws {
        let encoder = ESCPOSEncoder(profile: .tmT88V)
        let line = LaidOutLine.text([StyledRun("✓ ₺120,00 ẞ", .bold)])
        let bytes = encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: [line])).bytes
        let rewriting = Rewriting(bytes, .tmT88V)
        #expect(rewriting.bytes == bytes && rewriting.kept == 0)
        #expect(ESCPOSInspector.entries(of: bytes).filter { $0.command == "define_characters" }.count == 3)
    }

    @Test func thoseThatWereTamperedWithPrintTheSame() throws {
        var random = SeededGenerator(seed: 0x7A11)
        for round in 0..<300 {
            let stream = DecoderFuzzTests.mutant(&random)
            let anew = Rewriting(stream, .generic80).bytes
            #expect(try Self.pages(anew, .generic80) == Self.pages(stream, .generic80), "round \(round): \(stream)")
        }
    }
}

/// A stream rewritten from its commands: opcodes from the table with their parameters, and text from its characters.
private struct Rewriting {
    private(set) var bytes: [UInt8] = []
    /// The number of texts that were copied unchanged because the decoder does not know exactly what they print.
    private(set) var kept = 0
    private var mode: TextMode

    init(_ stream: [UInt8], _ profile: PrinterProfile) {
        mode = TextMode(profile.codePages, profile.wideText)
        var decoder = StreamDecoder(codePages: profile.codePages, wideText: profile.wideText)
        for command in decoder.decode(stream) + decoder.finish() {
            write(command, profile)
            mode.follow(command)
        }
    }

    private mutating func write(_ command: PrinterCommand, _ profile: PrinterProfile) {
        switch command.content {
        case .unknown: bytes += command.bytes
        case .known(_, let start):
            let opcode = CommandTable.shape(of: command.bytes)?.opcode ?? command.bytes
            bytes += opcode.prefix(start) + command.parameters
        case .text(let text):
            let forms = [Array(text.utf8), byPage(text), wide(text, profile.wideText)]
            let written = forms.first { mode.text(of: $0[...]) == text && !text.unicodeScalars.contains("\u{FFFD}") }
            if written == nil { kept += 1 }
            bytes += written ?? command.bytes
        }
    }

    private func byPage(_ text: String) -> [UInt8] {
        text.unicodeScalars.compactMap { scalar in
            (0x20...0xFF).first { mode.text(of: [$0]) == String(scalar) }
        }
    }

    private func wide(_ text: String, _ wide: WideText?) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.isASCII { bytes += Array(String(scalar).utf8) } else { wide?.append(scalar, to: &bytes) }
        }
        return bytes
    }
}
