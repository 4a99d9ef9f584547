import Foundation
import Glibc

/// A small disk mounted at a folder, which can be filled to the last byte.
struct InputDisk {
    static let bytes = 12 << 20

    let folder: String

    /// Whether this user may mount a disk.
    static let isPossible: Bool = {
        guard getuid() == 0, let disk = try? InputDisk(at: "/tmp/till-e2e-disk-\(getpid())") else { return false }
        disk.remove()
        return rmdir(disk.folder) == 0
    }()

    init(at folder: String) throws {
        self.folder = folder
        mkdir(folder, 0o700)
        guard mount("tmpfs", folder, "tmpfs", 0, "size=\(Self.bytes),mode=0700") == 0 else {
            throw Child.Unexpected(description: "no mount: errno \(errno)")
        }
    }

    func remove() { umount2(folder, Int32(MNT_DETACH)) }

    /// Makes the disk read-only from now on.
    func becomeReadOnly() throws { try remount(UInt(MS_RDONLY)) }

    func becomeWritable() throws { try remount(0) }

    private func remount(_ flags: UInt) throws {
        guard mount("tmpfs", folder, "tmpfs", UInt(MS_REMOUNT) | flags, nil) == 0 else {
            throw Child.Unexpected(description: "no remount: errno \(errno)")
        }
    }

    /// Fills the disk to the last byte.
    func fill() throws {
        let file = open(folder + "/filling", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard file >= 0 else { throw Child.Unexpected(description: "no filling: errno \(errno)") }
        defer { close(file) }
        for size in [65_536, 1] {
            let zeroes = [UInt8](repeating: 0, count: size)
            while write(file, zeroes, size) > 0 {}
        }
    }

    func free() { unlink(folder + "/filling") }
}
