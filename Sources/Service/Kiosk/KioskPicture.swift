import Foundation

/// What kind of picture some bytes are. Whatever a file or a server calls them, only what they are counts.
enum KioskPicture {
    /// The media type; nil for what a kiosk does not show. SVG is not among them: it may hold scripts.
    static func mediaType(of data: Data) -> String? {
        let head = Array(data.prefix(12))
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if head.starts(with: Array("GIF8".utf8)) { return "image/gif" }
        if head.count == 12, head.starts(with: Array("RIFF".utf8)), Array(head[8...]) == Array("WEBP".utf8) {
            return "image/webp"
        }
        return nil
    }
}
