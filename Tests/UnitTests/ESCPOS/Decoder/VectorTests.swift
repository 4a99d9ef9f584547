import Flow
import Foundation
import Receipts
import Testing

@testable import ESCPOS

/// A stream of another library. These files stay outside this repository: beside it, or in the folder that TILL_SHARED
/// names.
struct Vector: Decodable, Sendable {
    let op: String
    let hex: String

    static let missing = Comment("escpos-vectors.json is not beside this repository (TILL_SHARED)")

    static let file: URL? = {
        let named = ProcessInfo.processInfo.environment["TILL_SHARED"].map { URL(filePath: $0) }
        let repository = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let beside = ["../shared", "../../shared"].map { repository.appending(path: $0).standardized }
        return ([named].compactMap(\.self) + beside).map { $0.appending(path: "reference/escpos-vectors.json") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    static func all() throws -> [Vector] {
        guard let file else { return [] }
        return try JSONDecoder().decode([Vector].self, from: try Data(contentsOf: file)).filter {
            // The decoder reads what is sent to a printer, so a printer's answers are left out.
            $0.op != "device.reply"
        }
    }

    var bytes: [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

@Suite(.enabled(if: Vector.file != nil, Vector.missing))
struct VectorTests {
    /// Commands of other printer languages or of a single maker, which our reference does not contain.
    private static let foreign: Set<String> = ["1b71", "1b0f", "12", "1b35", "1df9", "1d6b51", "02", "08", "01", "0f"]

    @Test func everyCommandOfOtherLibrariesIsKnown() throws {
        let vectors = try Vector.all()
        #expect(vectors.count > 150)
        for vector in vectors {
            let unknown = ESCPOSInspector.entries(of: vector.bytes).filter { $0.command == "unknown" }
            #expect(unknown.allSatisfy { Self.foreign.contains($0.hex) }, "\(vector.op): \(unknown.map(\.hex))")
        }
    }

    @Test func theHexOfWhatIsShownIsTheStream() throws {
        for vector in try Vector.all() {
            #expect(ESCPOSInspector.entries(of: vector.bytes).map(\.hex).joined() == vector.hex, "\(vector.op)")
        }
    }

    @Test func aStreamTakenApartAndJoinedPrintsTheSamePicture() throws {
        let glyphs = try CairoGlyphs()
        for vector in try Vector.all() {
            var decoder = StreamDecoder()
            let commands = vector.bytes.flatMap { decoder.decode([$0]) } + decoder.finish()
            let joined = commands.flatMap(\.bytes)
            #expect(joined == vector.bytes, "\(vector.op)")
            let pages = try PaperComposer.pages(of: vector.bytes, glyphs: glyphs)
            var composer = PaperComposer(glyphs: glyphs)
            var apart: [Bitmap] = []
            for command in commands { apart += try composer.perform(command) }
            apart += composer.tearOff().map { [$0] } ?? []
            #expect(apart == pages, "\(vector.op)")
        }
    }
}
