import Foundation

/// A line of `/proc/locks`: `1: POSIX  ADVISORY  WRITE 4711 fd:01:1835012 120 120` (proc_locks(5)).
struct FileLock: Hashable {
    let process: pid_t
    let device: String
    let inode: UInt64
    let isToWrite: Bool

    /// The locks in the table that are held; waiting requests (`1: -> POSIX …`) are left out.
    static func all(in table: String) -> [FileLock] {
        table.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 5, words[1] != "->", let process = pid_t(words[4]), process > 0 else { return nil }
            let place = words[5].split(separator: ":")
            guard place.count == 3, let inode = UInt64(place[2]) else { return nil }
            return FileLock(
                process: process, device: "\(place[0]):\(place[1])", inode: inode, isToWrite: words[3] == "WRITE")
        }
    }
}
