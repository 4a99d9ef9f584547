import CTerminalLine
import Glibc
import Hardware
import Synchronization

/// An opened, locked and configured tty.
final class OpenTTY: OpenLine {
    let path: String
    let descriptor: Int32
    let mailbox: LineMailbox
    private let handshake: SerialSettings.Handshake
    private let sendsOn = Atomic(false)

    /// Opens `path` exclusively, resolving links now, and configures it.
    init(_ path: String, _ settings: SerialSettings) throws(LineError) {
        mailbox = try LineMailbox()
        self.path = path
        handshake = settings.handshake
        descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LineError(errno, during: .opening, path: path) }
        do throws(LineError) {
            try take(settings)
        } catch {
            close()
            throw error
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }

    func sendsOnWhenClosed(_ sendsOn: Bool) { self.sendsOn.store(sendsOn, ordering: .relaxed) }

    /// Drops bytes that the device holds back by its handshake: they would be sent after the close, and closing would wait
    /// for them.
    func close() {
        if handshake != .none, !sendsOn.load(ordering: .relaxed) { _ = tcflush(descriptor, TCOFLUSH) }
        _ = Glibc.close(descriptor)
    }

    var ended: LineLoss? { .unplugged(path) }

    func loss(_ code: Int32, during call: LineCall) -> LineLoss {
        switch code {
        case EIO, ENXIO, ENODEV: .unplugged(path)
        default: .system(errno: code, during: call)
        }
    }

    private func take(_ settings: SerialSettings) throws(LineError) {
        guard isatty(descriptor) == 1 else { throw LineError(errno, during: .inspecting, path: path) }
        let locked = till_line_lock(descriptor)
        guard locked == 0 else { throw LineError(locked, during: .taking, path: path) }
        let set = till_line_configure(
            descriptor, settings.baud.rawValue, Int32(settings.stopBits.rawValue), settings.handshake.raw)
        if set == ENOTSUP || set == EINVAL { throw .option(.refused(path, settings)) }
        guard set == 0 else { throw LineError(set, during: .setting("\(settings)"), path: path) }
    }
}
