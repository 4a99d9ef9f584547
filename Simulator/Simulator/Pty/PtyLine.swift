import CTerminalLine
import Failures
import Flow
import Glibc

/// A raw pseudo terminal. One slave descriptor stays open, because the master would otherwise read EIO whenever no till
/// is connected.
struct PtyLine {
    static let longestName = 128

    let master: Int32
    let slavePath: String
    private let slave: Int32

    /// Opens a new pseudo terminal. Throws `simulator.pty` if there is none, or if it does not take the speed.
    ///
    /// - Parameter baud: only stored in the pty's settings; `Pacer` enforces the speed.
    static func open(baud: Int) throws(Failure) -> PtyLine {
        var name = [CChar](repeating: 0, count: longestName)
        let master = till_pty_open(&name, name.count)
        guard master >= 0 else { throw .simulator(.pty, "No pseudo terminal can be opened", errno: -master) }
        let path = PtyLink.text(name.prefix { $0 != 0 })
        let slave = Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else {
            let error = errno
            _ = Glibc.close(master)
            throw .simulator(.pty, "The pseudo terminal \(path) cannot be opened", errno: error)
        }
        let line = PtyLine(master: master, slavePath: path, slave: slave)
        let refused = till_line_configure(slave, UInt32(baud), 2, TILL_HANDSHAKE_NONE)
        guard refused == 0 else {
            line.close()
            throw .simulator(.pty, "The pseudo terminal does not take \(baud) baud", errno: refused)
        }
        return line
    }

    /// Whether the till's settings make it wait while the device has no room.
    func obeys(_ handshake: till_handshake) -> Bool { till_line_obeys(slave, handshake) != 0 }

    /// Whether the till has set this baud rate.
    func isAt(_ baud: Int) -> Bool { till_line_is_at(slave, UInt32(baud)) != 0 }

    /// Closes the pty; the till sees a hang-up, as when a USB cable is pulled.
    func close() {
        _ = Glibc.close(slave)
        _ = Glibc.close(master)
    }
}

/// The stable name of a pty: a symbolic link like those of udev under `/dev/serial/by-id`.
struct PtyLink {
    let path: String

    /// Points the link to `target` atomically. A link left by a killed simulator is replaced. A link to a living pseudo
    /// terminal or to anything else, and any other file, is not replaced.
    func publish(_ target: String) throws(Failure) {
        if let obstacle {
            throw Failure(
                SimulatorFailure.link, "\(path) \(obstacle)", remedy: "choose another path for the link",
                recovery: .askOperator)
        }
        let fresh = "\(path).new-\(getpid())"
        unlink(fresh)
        guard symlink(target, fresh) == 0, rename(fresh, path) == 0 else {
            let error = errno
            unlink(fresh)
            throw .simulator(.link, "The link \(path) cannot be made", errno: error)
        }
    }

    /// Why the existing file must not be replaced; nil when it may be, or there is none.
    private var obstacle: String? {
        var link = stat()
        guard lstat(path, &link) == 0 else { return nil }
        guard link.st_mode & S_IFMT == S_IFLNK, let target else { return "exists and is no symbolic link" }
        guard target.hasPrefix("/dev/pts/") else { return "is a link to \(target), and not a simulator's" }
        var node = stat()
        // A pseudo terminal that was created after the link is not the link's own one, but reuses its number.
        guard stat(path, &node) == 0, !node.st_ctim.isAfter(link.st_mtim) else { return nil }
        return "leads to \(target), which is in use"
    }

    private var target: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &buffer, buffer.count)
        return length > 0 ? Self.text(buffer.prefix(length)) : nil
    }

    /// Removes the link if it still points to `target`.
    func withdraw(from target: String) { if self.target == target { unlink(path) } }

    static func text(_ characters: some Sequence<CChar>) -> String {
        String(decoding: characters.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension timespec {
    fileprivate func isAfter(_ other: timespec) -> Bool { (tv_sec, tv_nsec) > (other.tv_sec, other.tv_nsec) }
}

extension Failure {
    /// The failure of a system call of the simulator itself.
    static func simulator(_ code: SimulatorFailure, _ sentence: String, errno number: Int32) -> Failure {
        Failure(code, "\(sentence): \(String(cString: strerror(number)))", recovery: .askOperator)
    }
}
