import Model
import Failures
import Flow
import Receipts

/// Reads a picture file as dots for paper: PNG or JPEG, recognised by the first bytes.
package enum PictureFile {
    /// The longest file; a longer one is refused before it is decoded.
    package static let longestFile = 16 * 1024 * 1024
    package static let longestSide = 10_000
    /// The most rows on paper, 20 cm: wrong proportions are reported instead of printed on every receipt.
    package static let mostRows = 1600
    /// The most pixels, which take 64 MB when decoded.
    package static let mostPixels = 16_000_000

    /// The picture scaled down to a width, in proportion; a narrower one keeps its size. Transparent parts are white.
    ///
    /// Throws `picture.unknownFormat`, `picture.tooLarge` or `picture.broken`.
    package static func dots(
        of file: [UInt8], upToWidth width: Int, _ dithering: Dithering = .floydSteinberg
    ) throws(Failure) -> Bitmap {
        precondition((1...longestSide).contains(width), "no paper is \(width) dots wide")
        let shades = try shades(of: file, atLeast: width).shrunk(toWidth: width)
        guard shades.height <= mostRows else {
            throw PictureError.tooLarge(Sentence("detail.picture.rows", ["count": shades.height])).failure
        }
        return dithering.dots(shades)
    }

    private static func shades(of file: [UInt8], atLeast width: Int) throws(Failure) -> GreyImage {
        do throws(PictureError) {
            guard file.count <= longestFile else {
                throw .tooLarge(Sentence("detail.picture.bytes", ["count": file.count]))
            }
            if file.starts(with: PNGReader.signature) { return try PNGReader.read(file) }
            if file.starts(with: JPEGReader.signature) { return try JPEGReader.read(file, atLeast: width) }
            throw .unknownFormat
        } catch { throw error.failure }
    }

    /// Throws when a picture of this size exceeds the limits.
    static func check(width: Int, height: Int) throws(PictureError) {
        guard width > 0, height > 0 else { throw .broken(Sentence("detail.picture.noSize")) }
        guard width <= longestSide, height <= longestSide, width * height <= mostPixels else {
            throw .tooLarge(Sentence("detail.picture.size", ["width": width, "height": height]))
        }
    }
}

/// Why a picture file cannot be used.
enum PictureError: LayerError, Hashable {
    case unknownFormat
    case tooLarge(Sentence)
    case broken(Sentence)

    var failure: Failure {
        switch self {
        case .unknownFormat:
            Failure(
                PictureFailure.unknownFormat, Sentence("failure.picture.unknownFormat"),
                remedy: Sentence("remedy.picture.unknownFormat"), recovery: .giveUp)
        case .tooLarge(let size):
            Failure(
                PictureFailure.tooLarge, Sentence("failure.picture.tooLarge", ["size": size]),
                remedy: Sentence("remedy.picture.tooLarge", ["mostRows": PictureFile.mostRows]), recovery: .giveUp)
        case .broken(let why):
            Failure(
                PictureFailure.broken, Sentence("failure.picture.broken"), remedy: Sentence("remedy.picture.broken"),
                recovery: .giveUp, causes: [why])
        }
    }
}
