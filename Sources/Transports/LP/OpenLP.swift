import CTerminalLine
import Dispatch
import Glibc
import Hardware
import Synchronization

/// An opened and locked node of the usblp driver.
final class OpenLP: OpenLine {
    enum Answer: Hashable, Sendable {
        /// The answer to GET_PORT_STATUS.
        case told(UInt8)
        /// The node does not answer.
        case silent
        case gone
    }

    /// The most bytes of one write to the driver (drivers/usb/class/usblp.c, USBLP_BUF_SIZE).
    private static let longestWrite = 8192

    let path: String
    let descriptor: Int32
    let mailbox: LineMailbox
    /// The queue of questions, each of which blocks until the printer has answered.
    private let questions = DispatchQueue(label: "till.usblp")
    private let askPrinter: Ask
    private let isOpen = Mutex(true)
    private let proof = Mutex(LPProof())

    /// Asks the printer behind a descriptor for its status; blocks.
    typealias Ask = @Sendable (_ descriptor: Int32) -> Answer

    /// Opens `path` and resolves links now.
    init(_ path: String, asking ask: @escaping Ask) throws(LPError) {
        (self.path, askPrinter) = (path, ask)
        do throws(LineError) { mailbox = try LineMailbox() } catch { throw .line(error) }
        descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LPError(errno, during: .opening, path: path) }
        do throws(LPError) { try take() } catch {
            close()
            throw error
        }
    }

    private func take() throws(LPError) {
        var node = stat()
        guard fstat(descriptor, &node) == 0, node.st_mode & S_IFMT == S_IFCHR else { throw .notAPrinter(path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw LPError(errno, during: .taking, path: path)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        proof.withLock { $0.wrote() }
        return Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Self.longestWrite))
    }

    /// A read without bytes is not the end of the line: printers may answer with nothing.
    var ended: LineLoss? {
        var node = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&node, 1, 0) == 1 ? .unplugged(path) : nil
    }

    func loss(_ code: Int32, during call: LineCall) -> LineLoss {
        switch code {
        case EIO, ENXIO, ENODEV: .unplugged(path)
        default: .system(errno: code, during: call)
        }
    }

    let waitsForDevice = true

    func emptied(_ handler: any LineHandler) {
        let question = proof.withLock { $0.question }
        // The mailbox accepts posts even after its loop has ended.
        ask { [mailbox, weak self] answer in
            mailbox.post { [weak self] now in
                guard let self, self.proof.withLock({ $0.isGiven(by: answer, to: question) }) else { return nil }
                return handler.taken(at: now)
            }
        }
    }

    /// Asks the printer for its status. `told` is called once, on a queue of its own.
    func ask(_ told: @escaping @Sendable (Answer) -> Void) {
        questions.async { told(self.answer()) }
    }

    private func answer() -> Answer {
        isOpen.withLock { $0 ? askPrinter(descriptor) : .gone }
    }

    /// Asks the driver for the status.
    static func askDriver(_ descriptor: Int32) -> Answer {
        var byte: UInt8 = 0
        switch till_printer_status(descriptor, &byte) {
        case 0: return .told(byte)
        case ENOTTY: return .silent
        default: return .gone
        }
    }

    /// Closes the node after waiting for a running question.
    func close() {
        isOpen.withLock { isOpen in
            if isOpen { _ = Glibc.close(descriptor) }
            isOpen = false
        }
    }
}
