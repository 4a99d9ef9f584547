import Flow
import Hardware
import Model
import Synchronization

/// Finds and connects ZVT terminals on any line that the composition root can open.
package struct ZVTReaderService: CardReaderService {
    private let candidates: @Sendable () -> [DeviceIdentity]
    private let identity: @Sendable (DeviceAddress) -> DeviceIdentity?
    private let transport: @Sendable (DeviceAddress) throws(Failure) -> any Transport
    private let settings: @Sendable (DeviceAddress) -> TerminalSettings
    private let trace: (@Sendable (TracedTelegram) -> Void)?
    private let noticed: (@Sendable (ProtocolError) -> Void)?

    /// - Parameters:
    ///   - candidates: the devices that could be terminals; a line does not tell what is connected.
    ///   - identity: what the device at an address says of itself; nil for a line that does not tell. It is asked before each
    ///     connection, so it must not look at devices that have nothing to do with the address.
    ///   - transport: creates the line to an address without opening it. Throws when the address is no line's.
    ///   - settings: how to talk to the terminal at an address.
    ///   - trace: receives every telegram in redacted form, on the line's queue; it must not block.
    ///   - noticed: receives what goes wrong on a line, on the line's queue; it must not block.
    package init(
        candidates: @escaping @Sendable () -> [DeviceIdentity],
        identity: @escaping @Sendable (DeviceAddress) -> DeviceIdentity? = { _ in nil },
        transport: @escaping @Sendable (DeviceAddress) throws(Failure) -> any Transport,
        settings: @escaping @Sendable (DeviceAddress) -> TerminalSettings = { _ in TerminalSettings() },
        trace: (@Sendable (TracedTelegram) -> Void)? = nil,
        noticed: (@Sendable (ProtocolError) -> Void)? = nil
    ) {
        self.candidates = candidates
        self.identity = identity
        self.transport = transport
        self.settings = settings
        self.trace = trace
        self.noticed = noticed
    }

    package func discover() -> [DeviceIdentity] { candidates() }

    /// Opens the line exclusively. Sends nothing.
    package func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        let terminal = ZVTTerminal(
            identity: identity(address) ?? DeviceIdentity(kind: .terminal, address: address),
            transport: try transport(address),
            settings: settings(address), trace: trace, noticed: noticed)
        try terminal.open()
        return terminal
    }

    /// Waits until the line, or the connection, is open, and closes it again.
    package func reach(_ address: DeviceAddress) async throws(Failure) {
        let line = try transport(address)
        defer { line.close() }
        let reached = await withCheckedContinuation { continuation in
            let caller = Caller { continuation.resume(returning: $0) }
            do throws(Failure) { try line.open(caller) } catch { caller.settle(error) }
        }
        if let obstacle = reached { throw obstacle }
    }
}

/// Opens a line only to find out whether it can be opened.
private final class Caller: LineHandler {
    /// In a struct, because a `Mutex` whose whole value is a closure wraps the closure again at each access.
    private struct Answer { var tell: (@Sendable (Failure?) -> Void)? }

    private let answer: Mutex<Answer>

    init(_ answer: @escaping @Sendable (Failure?) -> Void) { self.answer = Mutex(Answer(tell: answer)) }

    func settle(_ obstacle: Failure?) {
        let tell = answer.withLock { answer in
            defer { answer.tell = nil }
            return answer.tell
        }
        tell?(obstacle)
    }

    func opened(at now: Uptime) -> LineCommands {
        settle(nil)
        return LineCommands(isSettled: true)
    }

    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands { LineCommands(isSettled: true) }
    func deadlineReached(at now: Uptime) -> LineCommands { LineCommands(isSettled: true) }
    func lost(_ loss: LineLoss, at now: Uptime) { settle(loss.failure) }
}
