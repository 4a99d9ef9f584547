import Crypto
import Foundation

/// A file of the kiosk's page as the build embedded it in the program. The plugin `EmbedFiles` makes `all`, `languages`,
/// and the file `languages.json`, which is in no folder.
struct KioskPageFile: Sendable {
    /// The path in the page's folder: `words/en.json`.
    let path: String
    let bytes: [UInt8]
    /// Tells one content from another.
    let tag: String

    init(path: String, text: String) {
        self.path = path
        bytes = Array(text.utf8)
        tag = "\"" + SHA256.hash(data: bytes).prefix(12).map { String(format: "%02x", $0) }.joined() + "\""
    }

    static func named(_ path: String) -> KioskPageFile? { all.first { $0.path == path } }

    var mediaType: String {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        default: "text/plain; charset=utf-8"
        }
    }
}
