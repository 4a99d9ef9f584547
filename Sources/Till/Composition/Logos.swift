import ESCPOS
import Flow
import Foundation
import Receipts
import Synchronization

/// The pictures that templates name, as dots for paper of a width. Each is read and dithered once.
final class Logos: Sendable {
    private let paths: Set<String>
    private let pictures = Mutex<[Int: [String: Bitmap]]>([:])

    init(of templates: ReceiptTemplates) {
        paths = Set(ReceiptTemplates.Kind.allCases.compactMap { templates[$0].logo })
    }

    /// By their names in the templates. `till config check` has told of one that cannot be used; it is left out here.
    func pictures(upToDots width: Int) -> [String: Bitmap] {
        if paths.isEmpty { return [:] }
        return pictures.withLock { known in
            if let pictures = known[width] { return pictures }
            var pictures: [String: Bitmap] = [:]
            for path in paths {
                guard let bytes = try? Input.bytes(path) else { continue }
                pictures[path] = try? PictureFile.dots(of: bytes, upToWidth: width)
            }
            known[width] = pictures
            return pictures
        }
    }
}
