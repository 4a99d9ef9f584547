import Foundation
import Receipts
import Testing

@testable import ESCPOS

private let scanner = "/usr/bin/zbarimg"

/// zbar is the witness: it knows nothing of how our symbols were made.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: scanner), "needs \(scanner), of Debian's zbar-tools"))
struct ScannerTests {
    private func read(_ page: Bitmap) throws -> Set<String> {
        let file = FileManager.default.temporaryDirectory.appending(path: "till-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(try PaperPNG.encode(page)).write(to: file)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: scanner)
        process.arguments = ["-q", "--raw", "--nodbus", file.path]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Set(text.split(separator: "\n").map(String.init))
    }

    @Test(arguments: PrinterProfile.all)
    func aScannerReadsWhatEveryPrinterPrints(profile: PrinterProfile) throws {
        let symbols: [(Symbol.Kind, String)] = [
            (.qr(.medium), "https://example.org/r/4711"), (.ean13, "4006381333931"), (.code128, "R-0001234567"),
            (.code39, "BON47"), (.itf, "12345678"), (.codabar, "A1234B"),
        ]
        let encoder = ESCPOSEncoder(profile: profile)
        let lines = try symbols.flatMap { [.symbol(try Symbol($0.0, $0.1)), .blank] as [LaidOutLine] }
        let bytes = encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: lines)).bytes
        let pages = try PaperComposer.pages(
            of: bytes, dots: profile.widthDots, codePages: profile.codePages, glyphs: CairoGlyphs())
        let found = try read(try #require(pages.first))
        #expect(Set(symbols.map(\.1)).subtracting(found) == [])
    }
}
