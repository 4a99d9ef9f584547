import Foundation
import Glibc
import Testing

/// What happens to the names in a directory, and when the directory itself is opened, as it is to be synced (inotify(7)).
final class DirectoryWatch: Sendable {
    enum Event: Hashable {
        case opened
        /// A file has got this name, by a rename or as a further one.
        case named(String)
        case deleted(String)
    }

    private static let opened: UInt32 = 0x20
    private static let movedTo: UInt32 = 0x80
    private static let created: UInt32 = 0x100
    private static let deleted: UInt32 = 0x200
    private let descriptor: Int32

    init(_ directory: String) throws {
        descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
        let wanted = Self.opened | Self.movedTo | Self.created | Self.deleted
        try #require(inotify_add_watch(descriptor, directory, wanted) >= 0)
    }

    deinit { close(descriptor) }

    /// What has happened since the last call. Files in the directory that were opened are left out.
    func events() -> [Event] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = max(0, read(descriptor, &bytes, bytes.count))
        var (events, place) = ([Event](), 0)
        while place < count {
            let (mask, length) = (Self.number(bytes, at: place + 4), Int(Self.number(bytes, at: place + 12)))
            let name = String(decoding: bytes[(place + 16)..<(place + 16 + length)].prefix { $0 != 0 }, as: UTF8.self)
            if mask & Self.opened != 0 {
                if name.isEmpty { events.append(.opened) }
            } else {
                events.append(mask & Self.deleted != 0 ? .deleted(name) : .named(name))
            }
            place += 16 + length
        }
        return events
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> UInt32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
    }
}
