import ESCPOS
import Flow
import Foundation
import Receipts
import Synchronization

/// The pictures that templates name, as dots for paper of a width. Each is read and dithered once.
final class Logos: Sendable {
    private let names: Set<LogoName>
    private let pictures = Mutex<[Int: [LogoName: Bitmap]]>([:])

    /// Loads each logo with every way of dithering, because a receipt may name any logo.
    init(of templates: ReceiptTemplates) {
        let sheets = ReceiptTemplates.Kind.allCases.map { templates[$0] }
        let ways = Set(sheets.map(\.logoDithering))
        let paths = sheets.flatMap { [$0.logo].compactMap(\.self) + $0.logos.values }
        names = Set(paths.flatMap { path in ways.map { LogoName(path, $0) } })
    }

    /// The pictures by their names in the templates. `till config check` reports one that cannot be used; it is left
    /// out here.
    func pictures(upToDots width: Int) -> [LogoName: Bitmap] {
        if names.isEmpty { return [:] }
        return pictures.withLock { known in
            if let pictures = known[width] { return pictures }
            var pictures: [LogoName: Bitmap] = [:]
            for logo in names {
                guard let bytes = try? Input.bytes(logo.name) else { continue }
                pictures[logo] = try? PictureFile.dots(of: bytes, upToWidth: width, logo.dithering)
            }
            known[width] = pictures
            return pictures
        }
    }
}
