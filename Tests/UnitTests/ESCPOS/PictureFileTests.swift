import Flow
import Foundation
import Receipts
import Testing

@testable import ESCPOS

@Suite struct PictureFileTests {
    /// A PNG file like our own pictures of paper: 40 dots wide, with a margin of 32 on each side.
    private func png() throws -> [UInt8] {
        try PaperPNG.encode(Bitmap(width: 40, height: 16) { x, y in x < 20 && y < 8 })
    }

    private func code(_ file: [UInt8]) -> String? {
        do throws(Failure) {
            _ = try PictureFile.dots(of: file, upToWidth: 384)
            return nil
        } catch { return error.code }
    }

    @Test(arguments: Dithering.allCases)
    func aPNGKeepsItsSizeAndWhatIsBlack(dithering: Dithering) throws {
        let dots = try PictureFile.dots(of: try png(), upToWidth: 384, dithering)
        #expect((dots.width, dots.height) == (104, 80))
        #expect(dots.isBlack(33, 33))
        #expect(!dots.isBlack(70, 60))
    }

    @Test func aPictureWiderThanThePaperIsMadeSmallerInProportion() throws {
        let dots = try PictureFile.dots(of: try png(), upToWidth: 52, .threshold)
        #expect((dots.width, dots.height) == (52, 40))
        #expect(dots.isBlack(20, 18))
    }

    @Test func aJPEGIsRead() throws {
        let file = try #require(Data(base64Encoded: Self.jpeg).map { [UInt8]($0) })
        let dots = try PictureFile.dots(of: file, upToWidth: 384, .threshold)
        #expect((dots.width, dots.height) == (16, 8))
        #expect(dots.isBlack(1, 1) && !dots.isBlack(14, 6))
    }

    @Test func whatIsNoPictureIsNamed() {
        #expect(code([]) == "picture.unknownFormat")
        #expect(code(Array("GIF89a".utf8)) == "picture.unknownFormat")
        #expect(code([UInt8](repeating: 0, count: PictureFile.longestFile + 1)) == "picture.tooLarge")
    }

    @Test func aFileThatIsCutOffAnywhereIsBrokenAndNothingElse() throws {
        let jpeg = try #require(Data(base64Encoded: Self.jpeg).map { [UInt8]($0) })
        for file in [try png(), jpeg] {
            for length in stride(from: 12, to: file.count - 12, by: 7) {
                #expect(code(Array(file.prefix(length))) == "picture.broken", "\(length) of \(file.count)")
            }
        }
    }

    /// A header that claims a size of gigabytes is refused before memory is allocated for it.
    @Test func aPictureThatClaimsToBeHugeIsNotDecoded() throws {
        var file = try png()
        file.replaceSubrange(16..<24, with: [0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF])
        #expect(code(file) == "picture.tooLarge")
    }

    @Test func aLogoThatWouldBeAMetreOfPaperIsRefused() throws {
        let high = try PaperPNG.encode(Bitmap(width: 40, height: PictureFile.mostRows + 1) { _, _ in false })
        #expect(code(high) == "picture.tooLarge")
    }

    @Test func ditheringKeepsTheShade() {
        let grey = GreyImage(width: 64, height: 64, shades: [UInt8](repeating: 64, count: 64 * 64))
        for dithering in [Dithering.floydSteinberg, .ordered] {
            let black = dithering.dots(grey).bytes.reduce(0) { $0 + $1.nonzeroBitCount }
            #expect(abs(black - 64 * 64 * 3 / 4) < 64, "\(dithering)")
        }
        // Atkinson's dithering drops a quarter of the error, so dark areas become darker.
        #expect(Dithering.atkinson.dots(grey).bytes.reduce(0) { $0 + $1.nonzeroBitCount } > 64 * 64 * 3 / 4)
        #expect(Dithering.threshold.dots(grey).bytes.allSatisfy { $0 == 0xFF })
    }

    /// A JPEG of 16 by 8 pixels, black on the left and white on the right, made for this test.
    private static let jpeg = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU\
        FRUVDA8XGBYUGBIUFRT/wAALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAACQr/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oA\
        CAEBAAA/ACqVUP/Z
        """
}
