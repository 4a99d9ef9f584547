import Foundation
import Glibc

/// The files of a ring, in a directory that only their owner may read.
///
/// Several processes may write to one ring: each appends whole lines to the newest segment. Writing waits for the disk, so
/// it never happens on a line's queue.
package final class TraceRing {
    /// An error of a system call.
    struct Refusal: Error { let errno: Int32 }

    /// The free disk space that is left to payments: the ring never fills a disk.
    static let roomLeft: UInt64 = 16 << 20

    private let directory: String
    private let plan: RingPlan
    private var segment: (number: Int, descriptor: Int32)?

    package init(directory: String, plan: RingPlan) {
        self.directory = directory
        self.plan = plan
    }

    deinit { leave() }

    /// Appends whole lines. When it throws, none, some, or a part of a line may be written; readers skip incomplete lines.
    func append(_ lines: [UInt8]) throws(Refusal) {
        try checkRoom()
        let descriptor = try current()
        do throws(Refusal) { try Self.write(lines, to: descriptor) } catch {
            leave()
            throw error
        }
    }

    /// Syncs what was appended, so that it survives a power cut.
    func sync() {
        if let segment { fdatasync(segment.descriptor) }
    }

    // MARK: Segments

    private func current() throws(Refusal) -> Int32 {
        if let segment, let bytes = Self.size(segment.descriptor), bytes < plan.segmentBytes {
            return segment.descriptor
        }
        leave()
        return try enter()
    }

    private func enter() throws(Refusal) -> Int32 {
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw Refusal(errno: errno) }
        let numbers = Self.segments(in: directory)
        let number = plan.segment(newest: numbers.last, bytes: numbers.last.map(bytes(ofSegment:)) ?? 0)
        let descriptor = try open(number)
        for old in RingPlan.surplus(Set(numbers + [number])) { unlink(path(old)) }
        try heal(descriptor)
        return descriptor
    }

    private func open(_ number: Int) throws(Refusal) -> Int32 {
        let descriptor = Glibc.open(path(number), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Refusal(errno: errno) }
        segment = (number, descriptor)
        return descriptor
    }

    /// Terminates a line left incomplete by a process that was killed.
    private func heal(_ descriptor: Int32) throws(Refusal) {
        guard let bytes = Self.size(descriptor), bytes > 0 else { return }
        var last: UInt8 = 0
        guard pread(descriptor, &last, 1, off_t(bytes - 1)) == 1, last != 0x0A else { return }
        try Self.write([0x0A], to: descriptor)
    }

    private func leave() {
        if let segment { close(segment.descriptor) }
        segment = nil
    }

    private func bytes(ofSegment number: Int) -> Int {
        var status = stat()
        return stat(path(number), &status) == 0 ? Int(status.st_size) : 0
    }

    private func path(_ number: Int) -> String { directory + "/" + RingPlan.name(number) }

    // MARK: The system

    private func checkRoom() throws(Refusal) {
        let parent = directory.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        var figures = statvfs()
        guard statvfs(parent, &figures) == 0 else { throw Refusal(errno: errno) }
        guard UInt64(figures.f_bavail) * UInt64(figures.f_frsize) >= Self.roomLeft else { throw Refusal(errno: ENOSPC) }
    }

    /// The file's size; nil when it was deleted or cannot be read.
    private static func size(_ descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else { return nil }
        return Int(status.st_size)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Refusal) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Refusal(errno: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Deletes segments that were last written before a time. The newest stays, so that numbering continues.
    package static func drop(in directory: String, olderThan time: Date) {
        for number in segments(in: directory).dropLast() {
            let path = directory + "/" + RingPlan.name(number)
            var status = stat()
            guard lstat(path, &status) == 0, TimeInterval(status.st_mtim.tv_sec) < time.timeIntervalSince1970 else {
                continue
            }
            unlink(path)
        }
    }

    /// The numbers of the existing segments, oldest first.
    static func segments(in directory: String) -> [Int] {
        guard let folder = opendir(directory) else { return [] }
        defer { closedir(folder) }
        var numbers: [Int] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if let number = RingPlan.number(name) { numbers.append(number) }
        }
        return numbers.sorted()
    }
}
