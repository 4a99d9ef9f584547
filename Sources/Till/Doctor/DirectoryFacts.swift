import Foundation

/// The state of the data directory before anything opened it.
struct DirectoryFacts: Hashable, Sendable {
    let path: String
    var exists = true
    /// Whether the directory is writable; for a missing directory, whether it could be made.
    var isWritable = true
    var mode: mode_t = 0o700
    /// Whether this user owns the directory, and all of `closed`: only their modes keep it out then.
    var isOwn = false
    /// Files in it that other users may read.
    var exposed: [String] = []
    /// Files in it that this user may not write.
    var closed: [String] = []
    var freeBytes: UInt64
    var mount: Mount?

    /// A line of /proc/self/mountinfo.
    struct Mount: Hashable, Sendable {
        let point: String
        let type: String
        let isReadOnly: Bool
    }
}
