import Flow
import Foundation
import Receipts

@testable import ESCPOS

extension FuzzTarget {
    /// A print stream from anywhere: decoded, shown, and printed.
    static let printStream = FuzzTarget(name: "escpos", longestInput: 1_024, seeds: FuzzSeeds.printStreams) { bytes in
        var input = FuzzInput(bytes)
        let choice = input.byte()
        let dots = [64, 384, 576, 1_024][Int(input.byte() & 0x03)]
        let stream = input.remaining()
        try PrintStreamProperty.checkDecoder(stream, chunk: 1 + Int(choice & 0x1F))
        // Showing a stream takes much longer than reading it.
        if choice & 0x20 != 0 { try PrintStreamProperty.checkInspector(stream) }
        if choice & 0x40 != 0 { try PrintStreamProperty.checkPaper(stream, dots: dots) }
    }
}

enum PrintStreamProperty {
    /// The pieces joined are the stream, and the pieces are the same however the stream is cut.
    static func checkDecoder(_ stream: [UInt8], chunk: Int) throws {
        var decoder = StreamDecoder()
        let whole = decoder.decode(stream) + decoder.finish()
        try promise("the pieces are the stream", whole.flatMap(\.bytes) == stream)
        var offset = 0
        for piece in whole {
            try promise("a piece begins where the one before it ends", piece.offset == offset && !piece.bytes.isEmpty)
            offset += piece.bytes.count
        }
        var inChunks = StreamDecoder()
        var pieces: [PrinterCommand] = []
        for start in stride(from: 0, to: stream.count, by: chunk) {
            pieces += inChunks.decode(stream[start..<min(start + chunk, stream.count)])
        }
        try promise("chunks of \(chunk) change nothing", pieces + inChunks.finish() == whole)
    }

    static func checkInspector(_ stream: [UInt8]) throws {
        let entries = ESCPOSInspector.entries(of: stream)
        let hex = stream.map { String($0 >> 4, radix: 16) + String($0 & 0x0F, radix: 16) }.joined()
        try promise("the hex of all entries is the stream", entries.map(\.hex).joined() == hex)
        let json = Data(try ESCPOSInspector.json(entries).utf8)
        try promise("entries are JSON", try JSONDecoder().decode([ESCPOSInspector.Entry].self, from: json) == entries)
        _ = ESCPOSInspector.table(entries)
    }

    /// There is a page for each cut, no page is too long, and there is no more paper than a roll has.
    static func checkPaper(_ stream: [UInt8], dots: Int) throws {
        let pages: [Bitmap]
        do throws(Failure) { pages = try PaperComposer.pages(of: stream, dots: dots, glyphs: BlankGlyphs()) } catch {
            return try promise("only a roll's end is refused", error.code == "input.longerThanARoll")
        }
        try promise("every page is as wide as the paper", pages.allSatisfy { $0.width == dots })
        try promise("no page is too long", pages.allSatisfy { $0.height <= PaperComposer.longestPage })
        let used = pages.reduce(0) { $0 + $1.height }
        try promise(
            "\(stream.count) bytes used \(used) dots of paper",
            used <= PaperComposer.longestRoll + PaperComposer.longestPage)
    }
}

/// Glyphs without ink: only the size of a cell matters here.
private struct BlankGlyphs: GlyphSource {
    func glyph(_ key: GlyphKey) -> Bitmap { Bitmap(width: key.width, height: key.height) }
}
