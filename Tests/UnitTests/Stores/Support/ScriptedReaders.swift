import Failures
import Flow
import Hardware
import Model
import Synchronization

/// Terminals that answer each request at once as a test says, and remember all requests. A request whose answer lacks
/// an end goes on until it is cancelled or the line is closed.
final class ScriptedReaders: CardReaderService {
    struct Seen {
        var requests: [TerminalRequest] = []
        var connections = 0
        /// The connections that were closed, each counted once.
        var closed: Set<Int> = []
        var mostAtOnce = 0
        var verdicts: [StorageVerdict] = []
        var cancelled = 0
        var longest = Duration.zero
        var endsWhenCancelled = true
    }

    /// The events of a terminal after it has accepted a request.
    typealias Script = @Sendable (_ request: TerminalRequest, _ earlier: Int) -> [TerminalEvent]

    private let seen = Mutex(Seen())
    private let script: Mutex<Script>

    /// - Parameter script: the events after a request; `earlier` is the number of equal requests before it.
    init(_ script: @escaping Script) { self.script = Mutex(script) }

    var requests: [TerminalRequest] { seen.withLock { $0.requests } }
    var verdicts: [StorageVerdict] { seen.withLock { $0.verdicts } }
    /// The number of connections that nobody has closed.
    var left: Int { seen.withLock { $0.connections - $0.closed.count } }
    var connections: Int { seen.withLock { $0.connections } }
    /// The most connections that were open at the same time.
    var mostAtOnce: Int { seen.withLock { $0.mostAtOnce } }
    var cancelled: Int { seen.withLock { $0.cancelled } }

    /// Sets how long the terminal may work without a message.
    func mayTake(_ longest: Duration) { seen.withLock { $0.longest = longest } }

    func hearNoCancel() { seen.withLock { $0.endsWhenCancelled = false } }

    func answer(_ script: @escaping Script) { self.script.withLock { $0 = script } }

    func discover() -> [DeviceIdentity] { [] }

    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        let number = seen.withLock { seen in
            seen.connections += 1
            seen.mostAtOnce = max(seen.mostAtOnce, seen.connections - seen.closed.count)
            return seen.connections
        }
        return Terminal(identity: DeviceIdentity(kind: .terminal, address: address), number: number, readers: self)
    }

    private final class Terminal: PaymentTerminal {
        let identity: DeviceIdentity
        var longestCardPhase: Duration { readers.seen.withLock { $0.longest } }
        /// The listener that is told the end of the running request.
        private let goesOn = Mutex<(@Sendable (TerminalEvent) -> Void)?>(nil)
        private let number: Int
        private let readers: ScriptedReaders

        init(identity: DeviceIdentity, number: Int, readers: ScriptedReaders) {
            self.identity = identity
            self.number = number
            self.readers = readers
        }

        func start(_ request: TerminalRequest, events: @escaping @Sendable (TerminalEvent) -> Void) {
            let earlier = readers.seen.withLock { seen in
                defer { seen.requests.append(request) }
                return seen.requests.count { $0 == request }
            }
            let told = readers.script.withLock { $0 }(request, earlier)
            if !told.contains(where: { if case .finished = $0 { true } else { false } }) {
                goesOn.withLock { $0 = events }
            }
            for event in told { events(event) }
        }

        func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict) {
            readers.seen.withLock { $0.verdicts.append(verdict) }
        }
        func cancel() {
            let ends = readers.seen.withLock { seen in
                seen.cancelled += 1
                return seen.endsWhenCancelled
            }
            if ends { end(.aborted(code: 0x6C)) }
        }
        func close() {
            _ = readers.seen.withLock { $0.closed.insert(number) }
            end(.disturbed(Failure(LineFailure.closed, "The line was closed.", recovery: .retry)))
        }
        private func end(_ end: TerminalEnd) { goesOn.withLock { $0.take() }?(.finished(end)) }
    }
}

extension [TerminalEvent] {
    /// The acceptance, these events, and a successful end.
    static func taken(_ told: TerminalEvent..., end: TerminalEnd = .completed(TerminalState())) -> [TerminalEvent] {
        [.accepted] + told + [.finished(end)]
    }

    static func refused(_ code: DeviceCode) -> [TerminalEvent] { [.finished(.refused(code: code))] }

    static func disturbed(_ recovery: Failure.Recovery = .retry) -> [TerminalEvent] {
        [.accepted, .finished(.disturbed(Failure(LineFailure.unplugged, "The line broke.", recovery: recovery)))]
    }
}
