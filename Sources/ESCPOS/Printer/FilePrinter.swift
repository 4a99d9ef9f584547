import Flow
import Glibc
import Hardware
import Model

/// Appends print jobs to a file or a device node. It only knows whether they were written.
///
/// A file is created with mode 0600; nothing is created in /dev. Jobs are written in order on a lane of its own. A node that
/// accepts nothing for too long is given up, and the unsent rest of the job is withdrawn.
package final class FilePrinter: ReceiptPrinter {
    static let mostWaiting = 16
    /// How long a node may accept nothing.
    package static let usualLimit = Duration.seconds(10)

    package let identity: DeviceIdentity
    private let path: String
    private let lane: any Lane
    private let limit: Duration

    /// - Parameter limit: how long a node may accept nothing.
    package init(_ address: DeviceAddress, environment: Environment, limit: Duration = usualLimit) {
        self.limit = limit
        identity = DeviceIdentity(kind: .printer, address: address)
        path = address.path
        lane = environment.lane("printer.file", Self.mostWaiting)
    }

    /// A file has no status: all unknown. Throws when it cannot be written. A missing file is not made for that.
    package func status() async throws(Failure) -> PrinterStatus {
        let answer: Result<PrinterStatus, Failure> = await onLane(ifRefused: .failure(PrinterError.busy.failure)) {
            do throws(PrinterError) {
                try self.checkWritable()
                return .success(PrinterStatus())
            } catch {
                return .failure(error.failure)
            }
        }
        return try answer.get()
    }

    package func print(_ data: PrintData) async -> PrintResult {
        await onLane(ifRefused: .failed(PrinterError.busy.failure)) { self.append(data.bytes) }
    }

    /// Writes the command, although a file does not obey it.
    package func interject(_ command: [UInt8]) async throws(Failure) {
        switch await print(PrintData(command)) {
        case .confirmed, .probably: return
        case .failed(let failure), .unknown(let failure): throw failure
        }
    }

    /// Does nothing: the file is closed after each job.
    package func close() {}

    private func onLane<Value: Sendable>(ifRefused: Value, _ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let answer = OneAnswer(continuation, ifDropped: ifRefused)
            if !lane.enqueue({ answer.give(work()) }) { answer.give(ifRefused) }
        }
    }

    private func checkWritable() throws(PrinterError) {
        var node = stat()
        let isMissing = stat(path, &node) != 0 && errno == ENOENT
        guard isMissing, !path.hasPrefix("/dev/") else {
            _ = Glibc.close(try open())
            return
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(folder, W_OK | X_OK) == 0 else { throw .file(path, errno: errno) }
    }

    /// Opens without blocking. Pipes are refused: one without a reader would block, and one whose reader goes away could end
    /// this process.
    private func open() throws(PrinterError) -> Int32 {
        // A missing device node must not be created as a file.
        let makes = path.hasPrefix("/dev/") ? 0 : O_CREAT
        let file = Glibc.open(path, O_WRONLY | O_APPEND | makes | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600)
        guard file >= 0 else { throw .file(path, errno: errno) }
        var node = stat()
        guard fstat(file, &node) == 0, node.st_mode & S_IFMT != S_IFIFO else {
            _ = Glibc.close(file)
            throw .file(path, errno: ESPIPE)
        }
        return file
    }

    private func append(_ bytes: [UInt8]) -> PrintResult {
        let file: Int32
        do throws(PrinterError) { file = try open() } catch { return .failed(error.failure) }
        defer { _ = Glibc.close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                guard waitsForRoom(file) else { return giveUp(file, written: bytes.count - rest.count) }
                continue
            }
            guard count > 0 else { return ending(bytes.count - rest.count, .file(path, errno: errno)) }
            rest = rest.dropFirst(count)
        }
        // The kernel's printer driver drops unsent bytes when its node is closed.
        guard waitsForRoom(file) else { return giveUp(file, written: bytes.count) }
        // A device node cannot and need not be synced.
        if fsync(file) != 0 && errno != EINVAL && errno != EROFS {
            return ending(bytes.count, .file(path, errno: errno))
        }
        return .probably
    }

    /// Waits until the node accepts bytes; returns false after the limit.
    private func waitsForRoom(_ file: Int32) -> Bool {
        var node = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        while true {
            let found = poll(&node, 1, Int32(clamping: limit.wholeNanoseconds / 1_000_000))
            if found >= 0 || errno != EINTR { return found != 0 }
        }
    }

    private func giveUp(_ file: Int32, written: Int) -> PrintResult {
        _ = tcflush(file, TCOFLUSH)
        return ending(written, .noAnswer)
    }

    private func ending(_ written: Int, _ error: PrinterError) -> PrintResult {
        written == 0 ? .failed(error.failure) : .unknown(error.failure)
    }
}
